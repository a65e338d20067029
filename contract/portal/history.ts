import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { pageParameters } from '#contract/v1/paging.ts';

import { outcomes } from './outcomes.ts';
import { questionStates } from './questions.ts';
import { requestKinds, requestStates } from './requests.ts';

/**
 * The kind of an entry of a record's history. `known`: the first entry of a record that is older
 * than its history; `created`: that of any other. `call`: a change that records a call.
 * `file-changed`: the type of a file was corrected. `request`: a request of the lender, or its
 * outcome. `question`: a question to the lender, or its answer. {@link outcomes}: what became of a
 * call or an email to the client.
 */
export const historyKinds = [
  'known',
  'created',
  'changed',
  'call',
  'attached',
  'file-changed',
  'file-withdrawn',
  'request',
  'question',
  ...outcomes,
  'erased',
] as const;

/**
 * How a change was made: on a page of the portal, by a program with a person's API key, by a bulk
 * upload, by the operator, or by a command on the service's machine; `unknown` for the creation of
 * a record that is older than its history.
 */
export const historySources = [
  'portal',
  'api',
  'bulk-upload',
  'operator',
  'command',
  'unknown',
] as const;

/** One changed value, in the shapes of responses; no value is the contract's empty value. */
export const historyChange = z.object({
  /** The field's name in responses. */
  field: z.string(),
  /** Absent if it is not known, which only happens in front of an existing service. */
  from: z.optional(z.unknown()),
  to: z.unknown(),
  /** Since when the replaced status or sub-status had stood. */
  fromSince: z.optional(z.string()),
});
export type HistoryChange = z.infer<typeof historyChange>;

/** A request of the lender, as it became. */
export const historyRequest = z.object({
  id: z.string(),
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  /** The text of the question, of the answer or of the return. */
  text: z.string(),
});

/** A question to the lender, as it became. */
const historyQuestion = z.object({
  id: z.string(),
  state: z.enum(questionStates),
  /** The text of the question or of the answer. */
  text: z.string(),
});

const questionValues = z.object({ question: historyQuestion });

/** Returns the question among the values of an entry; undefined if it is about something else. */
export function findQuestionIn(values: Readonly<Record<string, unknown>>) {
  return questionValues.safeParse(values).data?.question;
}

/** One entry of a record's history. */
export const historyEntry = z.object({
  id: z.string(),
  kind: z.enum(historyKinds),
  at: z.string(),
  who: z.object({
    source: z.enum(historySources),
    /** Identifies who it was; null if the reader may not know more than the source. */
    id: z.nullable(z.string()),
    /** The person's name, or the name of the operator's key; null if the reader may not know it. */
    name: z.nullable(z.string()),
  }),
  /** The changed values; none remain of an erased record but its statuses. */
  changes: z.array(historyChange),
  /** The attached file; null if it was erased. Its id is null if it can’t be downloaded here. */
  file: z.nullable(
    z.object({
      id: z.nullable(z.string()),
      fileName: z.string(),
      type: z.string(),
      /** The type before it was corrected. */
      formerType: z.optional(z.string()),
      /** Whether the client sent it, by a link; absent: no. */
      isFromClient: z.optional(z.boolean()),
    }),
  ),
  /** The bulk upload that created the lead. */
  upload: z.nullable(
    z.object({
      /** null if the reader may not open the upload. */
      id: z.nullable(z.string()),
      fileName: z.string(),
      row: z.number(),
    }),
  ),
  /** The bulk change that changed the lead, or that was undone; absent if there is none. */
  bulkChange: z.optional(
    z.object({
      /** How many other leads got the same change; null if unknown. */
      others: z.nullable(z.number()),
      isUndo: z.boolean(),
    }),
  ),
  /** Absent if there is none, or if it was erased. */
  request: z.optional(historyRequest),
  /** Absent if there is none. */
  question: z.optional(historyQuestion),
  /** What was said of the outcome of a call; absent if there is none, or if it was erased. */
  note: z.optional(z.string()),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** A page of a record's history, newest first. */
export const historyPage = z.object({
  entries: z.array(historyEntry),
  /** The cursor of the next page; null on the last one. */
  next: z.nullable(z.string()),
});
export type HistoryPage = z.infer<typeof historyPage>;

/** The query of a record's history. */
export const historyQuery = z.object({
  /** `next` of the page before. */
  cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Take the cursor from `next`.'))),
  /** Only entries that changed the status or the sub-status, and the first entry. */
  statusOnly: z.optional(z.enum(['true', 'false'], 'Use true or false.')),
  pageSize: pageParameters.pageSize,
});

/**
 * What happened to a record, for everybody who may read the record. In front of an existing service
 * only of leads, and only what was done through the portal.
 */
export const historyEndpoints = endpoints('session', roles, {
  readLeadHistory: [
    'GET /portal/leads/:id/history',
    'Read the history of a lead, newest first.',
    { query: historyQuery, response: historyPage },
  ],
  readDealHistory: [
    'GET /portal/deals/:id/history',
    'Read the history of a deal, newest first.',
    { query: historyQuery, response: historyPage },
  ],
});
