import { dealEnds, dealPath, type DealStatus, dealSubStatuses } from '#contract/v1/values.ts';

import type { DemoDeal } from './demo-deals.ts';
import { callChanges, datedStages, maxDetailedAge, type PastChange, type Stage } from './past.ts';
import type { Random } from './random.ts';

/** The columns of a deal that its past changes. */
export interface DealColumns {
  readonly status: string;
  readonly sub_status: string;
  readonly amount: number | null;
  readonly calls_made: number;
  readonly last_call_at: Date | null;
  readonly operator_fields: Record<string, unknown>;
}

/** How many days deals typically have each status. */
const typicalDays: Readonly<Record<DealStatus, number>> = {
  'Application Received': 1,
  'In Progress': 3,
  'Additional Info Required': 4,
  Approved: 3,
  'Contract Requested': 1.5,
  'Contract Draft': 2,
  'Contracts Sent': 4,
  'Pending Settlement': 3,
  Settled: 200,
  Withdrawn: 200,
  'On Hold': 20,
  Declined: 200,
};

const ended: readonly DealStatus[] = ['Settled', 'Withdrawn', 'Declined'];

/** Returns a deal's columns when it was created, and its changes since then, oldest first. */
export function dealPast(random: Random, deal: DemoDeal, operatorId: string) {
  const { age } = deal;
  const stages = datedStages(random, stagesOf(random, deal), {
    age,
    ...(!ended.includes(deal.status) && { waiting: { status: 'On Hold', subStatus: 'On Hold' } }),
  });
  const first = stages[0] ?? deal;
  const { fields, atEnd } = splitFields(deal);
  const amountBefore =
    deal.amount !== null && random.chance(0.35)
      ? deal.amount + random.int(1, 4) * 5_000
      : deal.amount;
  const created: DealColumns = {
    status: first.status,
    sub_status: first.subStatus,
    amount: amountBefore,
    calls_made: 0,
    last_call_at: null,
    operator_fields: stages.length > 1 ? fields : deal.operatorFields,
  };
  const changes: Omit<PastChange<DealColumns>, 'by' | 'via'>[] = stages
    .slice(1)
    .map(({ minutesAgo, status, subStatus }) => ({
      minutesAgo,
      set: { status, sub_status: subStatus, ...(status === deal.status && atEnd) },
    }));
  const [, second] = stages;
  const amountAgo = second ? second.minutesAgo - 3 : age * 0.7;
  if (amountBefore !== deal.amount)
    changes.push({ minutesAgo: Math.max(amountAgo, 0.5), set: { amount: deal.amount } });
  const until = (stages.at(-1)?.minutesAgo ?? age) * 0.9;
  const isDetailed = age < maxDetailedAge;
  const calls = { made: 0, total: deal.callsMade, from: age * 0.98, until, isDetailed };
  changes.push(...callChanges(random, calls));
  return {
    created,
    changes: changes.map((change) => ({ ...change, by: operatorId, via: 'operator' as const })),
  };
}

/** Returns the stages that a deal passed, ending with its own. */
function stagesOf(random: Random, { status, subStatus }: DemoDeal): Stage[] {
  const stages: Stage[] = [];
  for (const passed of pathTo(random, status)) {
    const subs: readonly string[] = dealSubStatuses[passed];
    const count = Math.min(subs.length, random.chance(0.4) ? 2 : 1);
    const from = random.int(0, subs.length - count);
    for (const sub of subs.slice(from, from + count))
      stages.push({ status: passed, subStatus: sub, days: typicalDays[passed] / count });
  }
  const days = typicalDays[status];
  const subs: readonly string[] = dealSubStatuses[status];
  const at = subs.indexOf(subStatus);
  const isEnd = (dealEnds as readonly string[]).includes(status);
  // Within a status of the path, a deal often had an earlier sub-status.
  const earlier = isEnd || at === 0 || random.chance(0.5) ? undefined : subs[at - 1];
  if (earlier !== undefined)
    stages.push({ status, subStatus: earlier, days: Math.min(days / 2, 5) });
  return [...stages, { status, subStatus, days }];
}

/** Returns the statuses before a deal's own, from its creation. */
function pathTo(random: Random, status: DealStatus): DealStatus[] {
  const at = dealPath.indexOf(status);
  const end = at >= 0 ? at : random.int(2, status === 'Withdrawn' ? 7 : 4);
  return dealPath
    .slice(0, end)
    .filter((passed) => passed !== 'Additional Info Required' || random.chance(0.45));
}

/** Returns the operator's fields at creation, and the columns that come with the last status. */
function splitFields({ operatorFields }: DemoDeal) {
  const fields = Object.fromEntries(
    Object.entries(operatorFields).filter(([name]) => !name.startsWith('om') && name !== 'sfid'),
  );
  return { fields, atEnd: { operator_fields: operatorFields } };
}
