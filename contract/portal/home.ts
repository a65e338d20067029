import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { pageParameters } from '#contract/v1/paging.ts';
import { type RecordListName, recordLists, recordTypes } from '#contract/v1/record-types.ts';

import { day, request } from './requests.ts';
import { stageTime } from './stage-times.ts';

/**
 * Maximum number of records in each list of the home page, and of weeks in its chart; of what
 * changed, records are counted up to one above this.
 */
export const homeLimits = {
  records: 6,
  todo: 10,
  followUps: 50,
  owners: 100,
  weeks: 12,
  changed: 500,
} as const;

const notMoment = 'Use a date and time in UTC, e.g. 2026-11-20T16:10:00Z.';
// The database has no year 0.
/** A date and time in UTC. */
export const utcMoment = z.iso.datetime(notMoment).check(z.regex(/^(?!0000)/, notMoment));

/** A record as the home page lists it. */
export const homeRecord = z.object({
  type: z.enum(recordTypes),
  id: z.string(),
  /** The deal's name, or the client's. */
  name: z.string(),
  amount: z.string(),
  /** That of the country of a lead's business, for partners without one; null: it is not known. */
  currency: z.nullable(z.string()),
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

/** When what the lender asks for is due, in the order of the list; `none`: on no day. */
export const dueGroups = ['overdue', 'today', 'week', 'later', 'none'] as const;
export type DueGroup = (typeof dueGroups)[number];

/** The client of a record: how to reach them, and the lead whose fields and files they have. */
const client = z.object({
  leadId: z.string(),
  /** Empty where it is not known. */
  phone: z.string(),
  email: z.string(),
});

/** A record that waits for the partner, and why: a request, its status, or a follow-up day. */
export const waitingRecord = z.extend(homeRecord, {
  /** Since the request was made or returned, or since its status, or since its follow-up day. */
  since: z.string(),
  /** The request to answer first; null if its status says that it waits. */
  request: z.nullable(request),
  /** How many other requests on it wait as well. */
  otherRequests: z.number(),
  /** When the first request is due, or the follow-up, if that is earlier. A week ends on Sunday. */
  due: z.enum(dueGroups),
  /** The reader’s follow-up day, YYYY-MM-DD, if it has come: the record may wait for others. */
  followUp: z.nullable(z.string()),
  /** null for a deal without a lead that the reader may read. */
  client: z.nullable(client),
});
export type WaitingRecord = z.infer<typeof waitingRecord>;

const counts = { leads: z.number(), deals: z.number() } satisfies Record<RecordListName, unknown>;
/** Numbers of records, by list. */
export type RecordCounts = Readonly<Record<RecordListName, number>>;

/** Returns the number of records of all lists. */
export function sumCounts(numbers: RecordCounts): number {
  return recordLists.reduce((sum, list) => sum + numbers[list], 0);
}

/** A page of what waits for the partner, and how many records wait. */
export const todo = z.object({
  /** By the day they are due, then requests without one, then statuses; the oldest first. */
  records: z.array(waitingRecord),
  ...counts,
  /** How many records are due when. Their sum is that of leads and deals. */
  due: z.record(z.enum(dueGroups), z.number()),
  /** What the lists have that wait for the partner: also what is put off or was handed back. */
  listed: z.object(counts),
});
export type Todo = z.infer<typeof todo>;

/** A record that is not in the list before its follow-up day. */
export const followUpRecord = z.object({
  ...z.pick(homeRecord, { type: true, id: true, name: true }).shape,
  /** YYYY-MM-DD. */
  day: z.string(),
});

/** The reader's day, which decides what is overdue; by default that of UTC. */
const today = z.optional(day);

const fromTo = z.object({ from: z.string(), to: z.string() });

/** A record with what others have changed. */
export const changedRecord = z.extend(homeRecord, {
  at: z.string(),
  isCreated: z.boolean(),
  /** Whether the reader has not opened it since. */
  isUnread: z.boolean(),
  statusChange: z.nullable(fromTo),
  subStatusChange: z.nullable(fromTo),
  /** The names of the other changed fields, as in responses. */
  fields: z.array(z.string()),
  /** Numbers of files: attached, of another type than before, and withdrawn. */
  files: z.number(),
  correctedFiles: z.number(),
  withdrawnFiles: z.number(),
  calls: z.number(),
  /** How many questions were asked, and the latest answer of the lender; null if there is none. */
  questions: z.number(),
  answer: z.nullable(z.string()),
  /** The actors of the changes: the operator, people of the partner (by name), or both. */
  by: z.object({ isOperator: z.boolean(), name: z.nullable(z.string()) }),
});
export type ChangedRecord = z.infer<typeof changedRecord>;

/** The outcomes of the leads of one week. */
export const homeWeek = z.object({ from: z.string(), converted: z.number(), others: z.number() });
export type HomeWeek = z.infer<typeof homeWeek>;

/** The home page. Every number counts only what the reader may see. */
export const home = z.object({
  /** The first records that wait for the partner, and their number. */
  todo,
  /** The records to follow up later, the first day first. */
  followUps: z.array(followUpRecord),
  /** The changes of others; null for support. */
  changed: z.nullable(
    z.object({
      ...counts,
      since: z.string(),
      /** Whether nothing was ever marked as read, so that `since` is only a week ago. */
      isFirst: z.boolean(),
      /** Everything until this moment is in this response. */
      until: z.string(),
      latest: z.array(changedRecord),
    }),
  ),
  /** The leads of each requested week, in order. */
  weeks: z.array(homeWeek),
  /**
   * The owners of what the lists have that waits for the partner, most first: contacts for admins,
   * partners for support.
   */
  owners: z.array(z.object({ ...counts, id: z.string(), name: z.string() })),
});
export type Home = z.infer<typeof home>;

/** The page that everybody sees first after signing in. Only of the portal's own records. */
export const homeEndpoints = endpoints('session', roles, {
  readHome: [
    'GET /portal/home',
    'Read what waits, what others have changed, and what became of the latest leads.',
    {
      query: z.object({
        /** The begin of each week in the reader's time zone; the last one is the current week. */
        week: z.optional(
          z.union([utcMoment, z.array(utcMoment).check(z.maxLength(homeLimits.weeks))]),
        ),
        today,
        /** Support only: the records of one partner. */
        partnerId: z.optional(z.string().check(z.maxLength(100))),
      }),
      response: home,
    },
  ],
  markHomeRead: [
    'POST /portal/home/read',
    'Mark everything that others changed until a moment as read.',
    { body: z.strictObject({ until: utcMoment }), response: z.object({ since: z.string() }) },
  ],
});

/** The records that wait for the partner. Only of the portal's own. */
export const todoEndpoints = endpoints('session', roles, {
  listTodo: [
    'GET /portal/todo',
    'List the records that wait for me, as a partner admin for the partner, and as support for any partner: those with a request that is open or returned, else those in a status that waits for the partner; and those whose follow-up day has come. Without those whose follow-up day is yet to come.',
    {
      query: z.object({
        ...pageParameters,
        today,
        /** Support only: the records of one partner. */
        partnerId: z.optional(z.string().check(z.maxLength(100))),
      }),
      response: todo,
    },
  ],
});
