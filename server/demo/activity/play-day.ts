import { setTimeout as wait } from 'node:timers/promises';

import type { OperatorRequests } from '#contract/operator/requests.ts';
import type { Todo } from '#contract/portal/home.ts';
import type { Deal } from '#contract/v1/deals.ts';
import type { Lead } from '#contract/v1/lead-records.ts';
import { type LeadStatus, leadStatuses } from '#contract/v1/lead-statuses.ts';
import { dealEnds, dealPath, dealSubStatuses } from '#contract/v1/values.ts';
import { makeClient } from '#server/demo/demo-clients.ts';
import { makeLeadFields } from '#server/demo/demo-leads.ts';
import type { Random } from '#server/demo/random.ts';

import type { DemoPortal, Send } from './demo-portal.ts';

const firstMinute = 9 * 60;
/** Minutes of the day between two events. */
const pause = { min: 1, max: 6 };

/** How to play a day. */
export interface ActivityDay {
  readonly portal: DemoPortal;
  readonly random: Random;
  /** How many times as fast as the clock. */
  readonly speed: number;
  /** How many hours of the day to play. */
  readonly hours: number;
  readonly print: (line: string) => void;
}

/** Plays an ordinary day, from 9:00 on. Prints what happens, with the time of the day. */
export async function playDay({ portal, random, speed, hours, print }: ActivityDay): Promise<void> {
  for (let minute = firstMinute; minute < firstMinute + hours * 60;) {
    const line = await random.pick(dayEvents)(portal, random);
    if (line !== undefined) print(`${clock(minute)}  ${line}`);
    const minutes = random.int(pause.min, pause.max);
    minute += minutes;
    await wait((minutes * 60_000) / speed);
  }
}

function clock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60]
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
}

/** Makes something happen. Returns what happened in words; undefined if nothing could. */
type DayEvent = (portal: DemoPortal, random: Random) => Promise<string | undefined>;

/** The conversion of a lead, or its next statuses; the sub-status is by default the next one. */
type LeadMove = 'convert' | readonly [LeadStatus, LeadStatus?];
const leadMoves: Partial<Record<string, readonly LeadMove[]>> = {
  New: [['Attempting Contact', 'Attempting 1']],
  'Attempting Contact': [
    ['Attempting Contact'],
    ['Work in progress', 'Waiting on Customer'],
    ['With Broker', 'Call Back Customer'],
  ],
  'With Broker': [['Work in progress', 'Doing Application']],
  'Work in progress': ['convert', 'convert', ['Not Progressing', 'Not ready']],
};
const openDeals = dealPath.slice(0, -1);
/** The steps of a deal until it is settled, in order. */
const dealSteps = openDeals.flatMap((status) =>
  dealSubStatuses[status].map((subStatus) => ({ status, subStatus })),
);

const moveLead: DayEvent = async ({ asOperator }, random) => {
  const lead = await pickRecent<Lead>(asOperator, random, '/leads', Object.keys(leadMoves));
  if (!lead) return undefined;
  const { companyName, status: from, subStatus: fromSub } = lead.fields;
  const move = random.pick(leadMoves[from] ?? []);
  if (move === 'convert') {
    await asOperator('POST', `/leads/${lead.id}/conversion`, { fields: {} });
    return `${companyName} became a deal`;
  }
  const at = leadStatuses.findIndex((one) => one === fromSub);
  const [status, subStatus = leadStatuses[at + 1]] = move;
  await asOperator('PATCH', `/leads/${lead.id}`, { fields: { status, subStatus } });
  if (status === 'Attempting Contact') await asOperator('POST', `/leads/${lead.id}/calls`, {});
  return `${companyName}: ${from}, ${fromSub} → ${status}, ${subStatus}`;
};

const moveDeal: DayEvent = async ({ asOperator }, random) => {
  const deal = await pickRecent<Deal>(asOperator, random, '/deals', ['On Hold', ...openDeals]);
  if (!deal) return undefined;
  const { name, status: from, subStatus: fromSub } = deal.fields;
  const at = dealSteps.findIndex((step) => step.status === from && step.subStatus === fromSub);
  const end = random.pick(dealEnds);
  const { status, subStatus } = random.chance(0.1)
    ? { status: end, subStatus: random.pick(dealSubStatuses[end]) }
    : (dealSteps[at + random.int(1, 3)] ?? { status: 'Settled', subStatus: 'Performing' });
  await asOperator('PATCH', `/deals/${deal.id}`, { fields: { status, subStatus } });
  return `${name}: ${from}, ${fromSub} → ${status}, ${subStatus}`;
};

const recordCall: DayEvent = async ({ asOperator }, random) => {
  const deal = await pickRecent<Deal>(asOperator, random, '/deals');
  if (!deal) return undefined;
  await asOperator('POST', `/deals/${deal.id}/calls`, {});
  return `Call about ${deal.fields.name}`;
};

const createLead: DayEvent = async ({ people, as }, random) => {
  const person = random.pick(people);
  const client = makeClient(random);
  await as(person)('POST', '/lead', { fields: makeLeadFields(random, client, 0.5) });
  return `New lead of ${person.name}: ${client.companyName}`;
};

const askPartner: DayEvent = async ({ asOperator }, random) => {
  const lead = await pickRecent<Lead>(asOperator, random, '/leads', Object.keys(leadMoves));
  if (!lead) return undefined;
  const asked = { kind: 'question', text: 'What are the funds for, in a sentence?' };
  const fields = { recordType: 'lead', recordId: lead.id, ...asked };
  await asOperator('POST', '/requests', { fields });
  return `The lender asks about ${lead.fields.companyName}`;
};

const answerQuestion: DayEvent = async ({ people, inPortal }, random) => {
  const person = random.pick(people);
  const { records } = await inPortal(person)<Todo>('GET', '/todo');
  const questions = records.filter(({ request }) => request?.asked.kind === 'question');
  if (questions.length === 0) return undefined;
  const { request, name } = random.pick(questions);
  await inPortal(person)('PUT', `/requests/${request?.id}/answer`, { answer: 'For stock.' });
  return `${person.name} answers about ${name}`;
};

const reviewAnswer: DayEvent = async ({ asOperator }, random) => {
  const sent = await asOperator<OperatorRequests>('GET', '/requests?state=sent');
  if (sent.requests.length === 0) return undefined;
  const { id, fields } = random.pick(sent.requests);
  const isDone = random.chance(0.7);
  const reviewed = isDone ? { state: 'done' } : { state: 'returned', reason: 'For which stock?' };
  await asOperator('PATCH', `/requests/${id}`, { fields: reviewed });
  return `The lender ${isDone ? 'accepts' : 'returns'} an answer: ${fields.text}`;
};

const moves = [moveLead, moveDeal];
const requests = [askPartner, answerQuestion, reviewAnswer];
const otherEvents = [createLead, recordCall, ...requests];
/** The events of an ordinary day: mostly, statuses change. */
export const dayEvents: readonly DayEvent[] = [...moves, ...moves, ...moves, ...otherEvents];

/** Returns one of the records with these statuses that changed last: lists show them. */
async function pickRecent<T>(
  send: Send,
  random: Random,
  path: string,
  statuses: readonly string[] = [],
): Promise<T | undefined> {
  const query = new URLSearchParams({ pageSize: '20', sort: '-updatedAt' });
  for (const status of statuses) query.append('status', status);
  const records = await send<readonly T[]>('GET', `${path}?${query.toString()}`);
  return records.length === 0 ? undefined : random.pick(records);
}
