import type { StoredFields } from '#server/leads/leads.rules.ts';

import { makeAddress } from './demo-clients.ts';
import type { DemoLead } from './demo-leads.ts';
import { callChanges, datedStages, maxDetailedAge, type PastChange, type Stage } from './past.ts';
import type { Random } from './random.ts';

/** The columns of a lead that its past changes. */
export interface LeadColumns {
  readonly status: string;
  readonly sub_status: string;
  readonly fields: StoredFields;
  readonly calls_made: number;
  readonly last_call_at: Date | null;
  readonly operator_fields: Record<string, unknown>;
  readonly converted_deal_id: string | null;
}

const born: Stage = { status: 'New', subStatus: 'Received', days: 0.6 };
const attempt = (number: number): Stage => ({
  status: 'Attempting Contact',
  subStatus: `Attempting ${number}`,
  days: 1.2,
});
const waitingOnCustomer: Stage = {
  status: 'Work in progress',
  subStatus: 'Waiting on Customer',
  days: 4,
};
const doingApplication: Stage = {
  status: 'Work in progress',
  subStatus: 'Doing Application',
  days: 2,
};

/** The statuses of leads with which somebody still works. */
const open = new Set(['New', 'Attempting Contact', 'Work in progress', 'With Broker']);

/** Whose changes they are, and the deal that the lead became. */
interface LeadPastOf {
  readonly accountId: string;
  readonly operatorId: string;
  readonly deal: { readonly id: string; readonly age: number } | undefined;
}

/** Returns a lead's columns when it was created, and its changes since then, oldest first. */
export function leadPast(
  random: Random,
  lead: DemoLead,
  { accountId, operatorId, deal }: LeadPastOf,
) {
  const { age } = lead;
  const isOpen = open.has(lead.status) && lead.status !== 'New';
  const stages = datedStages(random, stagesOf(random, lead), {
    age,
    ...(deal && { endAgo: deal.age }),
    ...(isOpen && { waiting: { status: 'Not Progressing', subStatus: 'Not ready' } }),
  });
  const last = stages.at(-1) ?? { minutesAgo: age };
  // Each attempt to reach the client was a call.
  const attempts = stages
    .slice(1, -1)
    .filter(({ subStatus }) => subStatus.startsWith('Attempting'))
    .slice(0, lead.callsMade);
  const callsAt = new Map(attempts.map((stage, index) => [stage, { calls_made: index + 1 }]));
  const edits = editsOf(random, lead, last.minutesAgo);
  const created: LeadColumns = {
    status: born.status,
    sub_status: born.subStatus,
    fields: edits[0]?.before ?? lead.fields,
    calls_made: 0,
    last_call_at: null,
    operator_fields: stages.length > 1 ? {} : lead.operatorFields,
    converted_deal_id: null,
  };
  const changes: PastChange<LeadColumns>[] = stages.slice(1).map((stage, index) => ({
    minutesAgo: stage.minutesAgo,
    by: operatorId,
    via: 'operator',
    set: {
      ...callsAt.get(stage),
      status: stage.status,
      sub_status: stage.subStatus,
      ...(index === 0 && { operator_fields: lead.operatorFields }),
      ...(deal && stage.status === 'Converted' && { converted_deal_id: deal.id }),
    },
  }));
  for (const { minutesAgo, after } of edits)
    changes.push({ minutesAgo, by: accountId, via: 'portal', set: { fields: after } });
  const calls = callChanges(random, {
    made: attempts.length,
    total: lead.callsMade,
    isDetailed: age < maxDetailedAge,
    from: (attempts.at(-1) ?? stages[1] ?? last).minutesAgo * 0.999,
    until: last.minutesAgo * 0.95,
  });
  changes.push(...calls.map((call) => ({ ...call, by: operatorId, via: 'operator' as const })));
  return { created, changes };
}

/** Returns the stages that a lead passed, ending with its own. */
function stagesOf(random: Random, { status, subStatus, isConverted, age }: DemoLead): Stage[] {
  const last: Stage = { status, subStatus, days: 3 };
  if (status === 'New') return subStatus === born.subStatus ? [last] : [born, last];
  // What happened to old leads is not told in detail.
  if (age > maxDetailedAge) return isConverted ? [born, doingApplication, last] : [born, last];
  const attempts =
    status === 'Attempting Contact'
      ? Number(subStatus.split(' ')[1] ?? 1) - 1 || 0
      : random.int(1, 3);
  const stages = [born, ...Array.from({ length: attempts }, (_, index) => attempt(index + 1))];
  const isWorkedOn = isConverted || (status !== 'Attempting Contact' && random.chance(0.5));
  if (isWorkedOn) stages.push(waitingOnCustomer);
  if (isConverted || (isWorkedOn && random.chance(0.5))) stages.push(doingApplication);
  return [
    ...stages.filter((stage) => stage.status !== status || stage.subStatus !== subStatus),
    last,
  ];
}

/** An edit of a lead's fields: all fields before and after it. */
interface Edit {
  readonly minutesAgo: number;
  readonly before: StoredFields;
  readonly after: StoredFields;
}

/**
 * Returns the edits of a lead by its owner, oldest first; half of the leads have some. The last
 * one leaves the fields that the lead has.
 */
function editsOf(random: Random, lead: DemoLead, until: number): Edit[] {
  const editable = ['amountRequested', 'email', 'phone', 'businessAddress', 'notes'].filter(
    (name) => name in lead.fields,
  );
  if (lead.age > maxDetailedAge || !random.chance(0.5)) return [];
  const names = editable.filter(() => random.chance(0.5)).slice(0, 3);
  const first = until + (lead.age - until) * random.fraction() * 0.8 + lead.age * 0.01;
  const edits: Edit[] = [];
  let after = lead.fields;
  // From the last to the first, each some minutes before the one after it.
  for (const [index, name] of names.entries()) {
    const before = { ...after };
    const former = formerValue(random, lead, name);
    if (former === undefined) delete before[name];
    else before[name] = former;
    edits.unshift({ minutesAgo: Math.min(first + index * 2.5, lead.age * 0.99), before, after });
    after = before;
  }
  return edits;
}

/** Returns what a field had before it was edited; undefined if it was empty. */
function formerValue(random: Random, { client }: DemoLead, name: string) {
  if (name === 'amountRequested') return random.int(2, 60) * 5_000;
  if (name === 'phone') return client.place.phone(random);
  if (name === 'businessAddress') return makeAddress(client, random);
  return undefined;
}
