import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { historyKinds } from '#contract/portal/history.ts';
import { wholeNumber } from '#contract/v1/list-parameters.ts';
import { recordTypes } from '#contract/v1/record-types.ts';

/** Limits of the changes feed: entries per response, and how long a request waits, in seconds. */
export const feedLimits = { entries: 100, maxEntries: 1_000, maxWaitSeconds: 30 };

/** Returns a schema with its description for the API documentation. */
function described<S extends z.ZodMiniType>(description: string, schema: S): S {
  z.globalRegistry.add(schema, { description });
  return schema;
}

/** The query of the changes feed. */
export const changesQuery = z.object({
  after: described(
    'The position of the last entry that you have. Omit it, or send 0, to begin with the first.',
    z.optional(
      z
        .string('Send this once.')
        .check(z.regex(/^(?:0|[1-9]\d{0,15}-[\da-f]{8})$/, 'Take this from an entry’s position.')),
    ),
  ),
  limit: wholeNumber({
    max: feedLimits.maxEntries,
    absent: feedLimits.entries,
    description:
      'Maximum number of entries; there can be fewer, and more to come, where their values are long.',
  }),
  wait: wholeNumber({
    min: 0,
    max: feedLimits.maxWaitSeconds,
    absent: 0,
    description: 'How long to wait if there is no entry yet, in seconds.',
  }),
});

/**
 * What happened: a lead that is older than its history was found, a record was created or changed,
 * a file was attached to a lead, its type was corrected, it was withdrawn, a request was answered,
 * a question was asked, a record was handed back, the personal data of a record was erased. Calls
 * are not in it: those of the operator are its own, those of partners theirs.
 */
export const feedKinds = historyKinds.filter(
  (kind) => kind !== 'call' && kind !== 'reached' && kind !== 'no-answer',
);

/** One entry of the changes feed. */
export const feedEntry = z.object({
  position: described(
    'The number of the entry, and a check that belongs to this database: send it as it is.',
    z.string(),
  ),
  kind: described(
    '`created`, `changed`, `attached` (a file), `file-changed` (its type was corrected), `file-withdrawn` (its bytes are deleted), `request` (of yours, answered), `question` (to you), `handed-back` (the partner has done its part), `erased` (the personal data of the record), or `known`, the first entry of a lead that is older than its history.',
    z.enum(feedKinds),
  ),
  recordType: z.enum(recordTypes),
  recordId: z.string(),
  brokerId: described('The partner to whom the record belongs after the change.', z.string()),
  brokerRepId: described('The contact to whom the record belongs after the change.', z.string()),
  at: z.string(),
  by: described(
    'The person who made the change, on a page or with their API key; null for a command, and for a file that the client has sent by a link, whose values have `isFromClient`.',
    z.nullable(z.object({ id: z.string(), name: z.string() })),
  ),
  via: described(
    'How the change was made; `unknown` for a lead that is older than its history.',
    z.enum(['portal', 'api', 'bulk-upload', 'command', 'unknown']),
  ),
  bulkUpload: described(
    'The bulk upload that the lead was created from, and the row of its file.',
    z.nullable(z.object({ id: z.string(), fileName: z.string(), row: z.number() })),
  ),
  values: described(
    'The values that the change set, in the form in which leads are created; null removes a value. The first entry of a record has all values. Of `attached`, `file-changed` and `file-withdrawn`: `attachmentId`, `type` and `fileName`. Of `request`: `request`, with its `id`, `kind`, `state` and `text`, the answer. Of `question`: `question`, with its `id`, `state` and `text`. Of `handed-back`: `note`, which can be empty.',
    z.record(z.string(), z.unknown()),
  ),
  isErased: described(
    'Whether the values were erased since: only statuses are left of them.',
    z.boolean(),
  ),
});
export type FeedEntry = z.infer<typeof feedEntry>;

/** The changes feed, and the files that it names. */
export const changesEndpoints = endpoints('operator', [], {
  listChanges: [
    'GET /operator/v1/changes',
    'List what partners did, in the order in which it was committed: leads created and changed, files attached, questions asked, records handed back; and what was erased. Pass the last position as `after` to continue, and `wait` to wait for the next change.',
    { query: changesQuery, response: z.array(feedEntry) },
  ],
  downloadAttachment: ['GET /operator/v1/attachments/:id', 'Download one attached file.'],
});
