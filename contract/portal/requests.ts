import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { jsonSchema, notes } from '#contract/v1/fields.ts';

/** The lender can ask for a document, the answer to a question or corrected fields. */
export const requestKinds = ['document', 'question', 'correction'] as const;
export type RequestKind = (typeof requestKinds)[number];

/**
 * The states of a request. `open` and `returned` wait for the partner, `sent` for the lender;
 * `done` and `withdrawn` are its ends.
 */
export const requestStates = ['open', 'sent', 'returned', 'done', 'withdrawn'] as const;
export type RequestState = (typeof requestStates)[number];

/** The states where a request waits for the partner. */
export const waitingStates = ['open', 'returned'] as const satisfies readonly RequestState[];

/** Limits of a request or question: characters of a text, named fields, files sent at a time. */
export const requestLimits = { text: 2000, fields: 20, files: 10 } as const;

/** What is asked for. A type or field that is unknown here is shown as it is. */
const requestedItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('document'), documentType: z.string() }),
  z.object({ kind: z.literal('question') }),
  z.object({ kind: z.literal('correction'), fieldNames: z.array(z.string()) }),
]);

const notDay = 'Use a day, e.g. 2026-11-20.';
// The database has no year 0.
/** A day, YYYY-MM-DD. */
export const day = z.iso.date(notDay).check(z.regex(/^(?!0000)/, notDay));

/** A request as the partner's people and support read it. */
export const request = z.object({
  id: z.string(),
  state: z.enum(requestStates),
  asked: requestedItem,
  /** Empty once a person's data were erased, as are all texts. */
  text: z.string(),
  /** YYYY-MM-DD. */
  dueDate: z.nullable(z.string()),
  /** The lead whose files and fields are asked for; null if the reader may not read it. */
  leadId: z.nullable(z.string()),
  /** The last answer of the partner, and the last reason for a return; empty if there is none. */
  answer: z.string(),
  reason: z.string(),
  /** The files sent for it that were not withdrawn, as far as the reader may read the lead. */
  files: z.array(
    z.object({
      id: z.string(),
      fileName: z.string(),
      /** Whether the client sent it, and the partner has not sent it to the lender yet. */
      isUnsent: z.boolean(),
    }),
  ),
  createdAt: z.string(),
  /** The time at which its state, its answer or its files changed last. */
  updatedAt: z.string(),
});
export type LenderRequest = z.infer<typeof request>;

/** The requests of the lender. Only of the portal's own records. */
export const requestEndpoints = endpoints('session', roles, {
  listLeadRequests: [
    'GET /portal/leads/:id/requests',
    'List the lender’s requests on a lead, the latest first.',
    { response: z.array(request) },
  ],
  listDealRequests: [
    'GET /portal/deals/:id/requests',
    'List the lender’s requests on a deal, the latest first.',
    { response: z.array(request) },
  ],
  answerRequest: [
    'PUT /portal/requests/:id/answer',
    'Send what is asked for to the lender: files that are attached to the lead, an answer, or that the fields were corrected. A repeated request changes nothing more.',
    {
      roles: ['broker', 'partner-admin'],
      body: z.strictObject({
        answer: jsonSchema(notes('Answer', requestLimits.text), 'create'),
        /**
         * Files that are attached already; they are added to those sent before, and to those that
         * the client has sent.
         */
        attachmentIds: z.optional(
          z
            .array(z.string().check(z.maxLength(100)))
            .check(z.maxLength(requestLimits.files, `Send at most ${requestLimits.files} files.`)),
        ),
      }),
      response: request,
    },
  ],
});
