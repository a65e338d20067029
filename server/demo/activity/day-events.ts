import type { Deal } from '#contract/v1/deals.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { type LeadStatus, leadStatuses } from '#contract/v1/lead-statuses.ts';
import { dealEnds, dealPath, type DealStatus, dealSubStatuses } from '#contract/v1/values.ts';
import { demoFiles } from '#server/demo/demo-files.ts';
import { makeLeads } from '#server/demo/demo-leads.ts';
import type { Random } from '#server/demo/random.ts';

import type { DemoPortal } from './demo-portal.ts';

/** Makes something happen. Returns what happened in words; undefined if nothing could. */
export type DayEvent = (portal: DemoPortal, random: Random) => Promise<string | undefined>;

/** The next status and sub-status of a lead, its next attempt, or its conversion to a deal. */
type LeadMove = 'attempt' | 'convert' | readonly [LeadStatus, LeadStatus];
const leadMoves: Partial<Record<LeadStatus, readonly LeadMove[]>> = {
  New: [['Attempting Contact', 'Attempting 1']],
  'Attempting Contact': [
    'attempt',
    ['Work in progress', 'Waiting on Customer'],
    ['With Broker', 'Call Back Customer'],
  ],
  'With Broker': [['Work in progress', 'Doing Application']],
  'Work in progress': ['convert', 'convert', ['Not Progressing', 'Not ready']],
};
/** The statuses in which a deal waits for its next step. */
const openDeals: readonly DealStatus[] = ['On Hold', ...dealPath.slice(0, -1)];

const moveLead: DayEvent = async ({ asOperator }, random) => {
  const lead = pickFrom<Lead>(
    random,
    await asOperator('GET', recent('/leads', Object.keys(leadMoves))),
  );
  if (!lead) return undefined;
  const from = Object.entries(leadMoves).find(([status]) => status === lead.fields.status);
  const move = random.pick(from?.[1] ?? []);
  const { companyName } = lead.fields;
  if (move === 'convert') {
    await asOperator('POST', `/leads/${lead.id}/conversion`, { fields: {} });
    return `${companyName} became a deal`;
  }
  const [status, subStatus] = move === 'attempt' ? nextAttempt(lead.fields) : move;
  await asOperator('PATCH', `/leads/${lead.id}`, { fields: { status, subStatus } });
  if (status === 'Attempting Contact') await asOperator('POST', `/leads/${lead.id}/calls`, {});
  return `${companyName}: ${lead.fields.status}, ${lead.fields.subStatus} → ${status}, ${subStatus}`;
};

const moveDeal: DayEvent = async ({ asOperator }, random) => {
  const deal = pickFrom<Deal>(random, await asOperator('GET', recent('/deals', openDeals)));
  if (!deal) return undefined;
  const { name, status: from, subStatus: fromSub } = deal.fields;
  const [status, subStatus] = nextStep(random, from, fromSub);
  await asOperator('PATCH', `/deals/${deal.id}`, { fields: { status, subStatus } });
  return `${name}: ${from}, ${fromSub} → ${status}, ${subStatus}`;
};

/** Returns the next attempt to reach a client, after some the last status of those not reached. */
function nextAttempt({ subStatus }: { subStatus: string }): readonly [LeadStatus, LeadStatus] {
  const attempts = leadStatuses.filter((one) => /^Attempting \d$/.test(one));
  const next = attempts[attempts.findIndex((one) => one === subStatus) + 1];
  return next ? ['Attempting Contact', next] : ['Unreachable', 'Difficulty Contacting'];
}

/** Returns the next step of a deal: within its status, to the next one, or off the path. */
function nextStep(random: Random, status: string, subStatus: string): readonly [string, string] {
  const known = openDeals.find((one) => one === status) ?? 'Application Received';
  const index = dealPath.indexOf(known);
  const steps: readonly string[] = dealSubStatuses[known];
  const nextSub = steps[steps.indexOf(subStatus) + 1];
  if (nextSub !== undefined && index !== -1 && random.chance(0.4)) return [known, nextSub];
  if (random.chance(0.1)) {
    const end = random.pick(dealEnds);
    return [end, random.pick<string>(dealSubStatuses[end])];
  }
  const to = dealPath[Math.max(index, 0) + 1] ?? 'In Progress';
  return [to, dealSubStatuses[to][0]];
}

const renewDeal: DayEvent = async ({ asOperator }, random) => {
  const settled = pickFrom<Deal>(random, await asOperator('GET', recent('/deals', ['Settled'])));
  if (!settled?.fields.brokerRep) return undefined;
  const name = `${settled.fields.name.replace(/ – renewal$/, '')} – renewal`;
  const renewals = await asOperator<Deal[]>('GET', recent('/deals', [], name));
  if (renewals.length > 0) return undefined;
  const fields = { name, brokerRepId: settled.fields.brokerRep.id, loanType: 'Renewal' };
  await asOperator('POST', '/deals', { fields });
  return `New deal: ${name}`;
};

const recordCall: DayEvent = async ({ asOperator }, random) => {
  const noun = random.pick(['lead', 'deal']);
  const record = pickFrom<{ id: string; fields: { name?: string; companyName?: string } }>(
    random,
    await asOperator('GET', recent(`/${noun}s`, [])),
  );
  if (!record) return undefined;
  await asOperator('POST', `/${noun}s/${record.id}/calls`, {});
  return `Call about the ${noun} ${record.fields.name ?? record.fields.companyName}`;
};

const createLead: DayEvent = async ({ people, as }, random) => {
  const person = random.pick(people);
  const [lead] = makeLeads(random, { count: 1, converted: 0, owners: 1, supportId: '' });
  if (!lead) return undefined;
  const amount = Number(lead.fields['amountRequested'] ?? 50_000);
  const fields = { ...lead.fields, amountRequested: Math.round(amount) };
  await as(person)('POST', '/lead', { fields });
  return `New lead of ${person.name}: ${lead.client.companyName}`;
};

const editLead: DayEvent = async ({ people, as }, random) => {
  const person = random.pick(people);
  const lead = pickFrom<Lead>(random, await as(person)('GET', '/lead?pageSize=20'));
  if (!lead) return undefined;
  const amountRequested = random.int(2, 60) * 5_000;
  const notes = random.pick([
    'Call after 3 pm.',
    'Prefers email.',
    'Needs the funds by month end.',
  ]);
  await as(person)('PATCH', `/lead/${lead.id}`, { fields: { amountRequested, notes } });
  return `${person.name} edits ${lead.fields.companyName}`;
};

const attachFile: DayEvent = async ({ people, as }, random) => {
  const person = random.pick(people);
  const lead = pickFrom<Lead>(random, await as(person)('GET', '/lead?pageSize=20'));
  if (!lead) return undefined;
  const { fileName, type, bytes } = random.pick(demoFiles);
  const form = new FormData();
  for (const [name, value] of [
    ['entityType', 'LEAD'],
    ['entityId', lead.id],
    ['attachments[0][type]', type],
    ['attachments[0][fileName]', fileName],
  ] as const)
    form.append(name, value);
  form.append('attachments[0][file]', new Blob([Uint8Array.from(bytes)]), fileName);
  await as(person)('POST', '/attachment', form);
  return `${person.name} attaches ${fileName} to ${lead.fields.companyName}`;
};

/** What happens on an ordinary day, and how often. */
const shares: readonly (readonly [times: number, event: DayEvent])[] = [
  [3, moveLead],
  [3, moveDeal],
  [1, createLead],
  [1, renewDeal],
  [1, recordCall],
  [1, editLead],
  [1, attachFile],
];
/** What happens on an ordinary day: each event as often as its share. */
export const dayEvents = shares.flatMap(([times, event]) =>
  Array.from({ length: times }, () => event),
);

/** Returns the path of the records with these statuses and words that changed last: seen first. */
function recent(path: string, statuses: readonly string[], words = ''): string {
  const query = new URLSearchParams([
    ['pageSize', '20'],
    ['sort', '-updatedAt'],
    ['q', words],
    ...statuses.map((status): [string, string] => ['status', status]),
  ]);
  return `${path}?${query.toString()}`;
}

function pickFrom<T>(random: Random, records: readonly T[]): T | undefined {
  return records.length === 0 ? undefined : random.pick(records);
}
