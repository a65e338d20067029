import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { request } from '#contract/portal/requests.ts';
import { stageTime } from '#contract/portal/stage-times.ts';
import { pageParameters } from '#contract/v1/lists.ts';

const notMoment = 'Use a date and time in UTC, e.g. 2026-11-20T16:10:00Z.';
// The database has no year 0.
/** A date and time in UTC. */
export const utcMoment = z.iso.datetime(notMoment).check(z.regex(/^(?!0000)/, notMoment));

/** A record as the home page lists it. */
export const homeRecord = z.object({
  type: z.enum(['lead', 'deal']),
  id: z.string(),
  /** The deal's name, or the client's. */
  name: z.string(),
  /** The client's company; empty for a deal. */
  company: z.string(),
  amount: z.string(),
  status: z.string(),
  subStatus: z.string(),
  statusSinceDate: z.string(),
  subStatusSinceDate: z.string(),
  contact: z.string(),
  /** The partner; null for the partner's own people. */
  partner: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The usual time in its status; null if too few records of the partner have left it. */
  stageTime: z.nullable(stageTime),
});
export type HomeRecord = z.infer<typeof homeRecord>;

/** A record that waits for the partner, and why: what the lender asks for, or else its status. */
export const waitingRecord = z.extend(homeRecord, {
  /** Since when it waits: since the request was made or returned, or since its status. */
  since: z.string(),
  /** The request to answer first; null if its status says that it waits. */
  request: z.nullable(request),
  /** How many other requests on it wait as well. */
  otherRequests: z.number(),
  /** How many have been answered and are with the lender. */
  sentRequests: z.number(),
  /** Whether the request was due before today (UTC). */
  isOverdue: z.boolean(),
});
export type WaitingRecord = z.infer<typeof waitingRecord>;

/** A page of what waits for the partner, and how many records wait. */
export const todo = z.object({
  /** Those overdue first, then the oldest. */
  records: z.array(waitingRecord),
  leads: z.number(),
  deals: z.number(),
});
export type Todo = z.infer<typeof todo>;

/** A record that waits and is left out of the list. */
export const snoozedRecord = z.object({
  ...z.pick(homeRecord, { type: true, id: true, name: true, company: true }).shape,
  /** null: until the lender acts. */
  until: z.nullable(z.string()),
});

const contacts = { roles: ['broker', 'partner-admin'] } as const;
const snooze = z.strictObject({ until: z.nullable(utcMoment) });
const snoozing =
  'out of what waits for me until a moment, or out of what waits for the partner (null). It is back as soon as the lender acts.';

/** What waits for the partner. Only of the portal's own records. */
export const todoEndpoints = endpoints('session', roles, {
  listTodo: {
    route: 'GET /portal/todo',
    summary:
      'List the records that wait for me, as a partner admin for the partner, and as support for any partner: those with a request that is open or returned, else those in a status that waits for the partner. Without those that were snoozed, except for support.',
    query: z.object({
      ...pageParameters,
      /** Support only: the records of one partner. */
      partnerId: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: todo,
  },
  snoozeLead: {
    ...contacts,
    route: 'PUT /portal/leads/:id/snooze',
    summary: `Leave a lead ${snoozing}`,
    body: snooze,
  },
  snoozeDeal: {
    ...contacts,
    route: 'PUT /portal/deals/:id/snooze',
    summary: `Leave a deal ${snoozing}`,
    body: snooze,
  },
  endLeadSnooze: {
    ...contacts,
    route: 'DELETE /portal/leads/:id/snooze',
    summary: 'Show a snoozed lead again.',
  },
  endDealSnooze: {
    ...contacts,
    route: 'DELETE /portal/deals/:id/snooze',
    summary: 'Show a snoozed deal again.',
  },
});
