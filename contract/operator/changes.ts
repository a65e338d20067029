import * as z from 'zod/mini';

import { endpoint } from '#contract/endpoint.ts';

/** Limits of the changes feed: entries per response, and how long a request waits, in seconds. */
export const feedLimits = { entries: 100, maxEntries: 1_000, maxWaitSeconds: 30 };

function wholeNumber(least: number, most: number, absent: number) {
  const schema = z.pipe(
    z.prefault(
      z.string().check(
        z.refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
          error: `Use a whole number from ${least} to ${most}.`,
        }),
      ),
      String(absent),
    ),
    z.transform(Number),
  );
  z.globalRegistry.add(schema, {
    type: 'integer',
    minimum: least,
    maximum: most,
    default: absent,
  });
  return schema;
}

/** The query of the changes feed. */
export const changesQuery = z.object({
  /** The position of the last entry that the caller has; omitted or 0: from the beginning. */
  after: z.optional(
    z
      .string('Send this once.')
      .check(z.regex(/^(?:0|[1-9]\d{0,15}-[\da-f]{8})$/, 'Take this from an entry’s position.')),
  ),
  limit: wholeNumber(1, feedLimits.maxEntries, feedLimits.entries),
  /** How long to wait for an entry if there is none, in seconds. */
  wait: wholeNumber(0, feedLimits.maxWaitSeconds, 0),
});

/**
 * What happened: a lead that is older than its history was found, a record was created or changed,
 * a file was attached to a lead, the personal data of a record was erased.
 */
export const feedKinds = ['known', 'created', 'changed', 'attached', 'erased'] as const;

/** One entry of the changes feed. */
export const feedEntry = z.object({
  /** The entry’s position: the number of the entry, and a check that belongs to this database. */
  position: z.string(),
  kind: z.enum(feedKinds),
  recordType: z.enum(['lead', 'deal']),
  recordId: z.string(),
  /** The partner and the contact that the record belongs to after the change. */
  brokerId: z.string(),
  brokerRepId: z.string(),
  at: z.string(),
  /** The person who made the change, on a page or with an API key; null for a command. */
  by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  via: z.enum(['portal', 'api', 'bulk-upload', 'command']),
  /** The upload and the row of its file that the record was created from. */
  bulkUpload: z.nullable(z.object({ id: z.string(), fileName: z.string(), row: z.number() })),
  /**
   * The values that the change set, by field, in the form in which leads are created; null: the
   * value was removed. The first entry of a record has all its values. Of `attached`: the id, type
   * and name of the file.
   */
  values: z.record(z.string(), z.unknown()),
  /** Whether the values were erased since, so that only statuses are left of them. */
  isErased: z.boolean(),
});
export type FeedEntry = z.infer<typeof feedEntry>;

/** The changes feed, and the files that it names. */
export const changesEndpoints = {
  listChanges: endpoint({
    id: 'listChanges',
    method: 'GET',
    path: '/operator/v1/changes',
    summary:
      'List what partners did, in the order in which it was committed: leads created and changed, files attached; and what was erased. Pass the last position as `after` to continue, and `wait` to wait for the next change.',
    auth: 'operator',
    roles: [],
    query: changesQuery,
    response: z.array(feedEntry),
  }),
  downloadAttachment: endpoint({
    id: 'downloadAttachment',
    method: 'GET',
    path: '/operator/v1/attachments/:id',
    summary: 'Download one attached file.',
    auth: 'operator',
    roles: [],
  }),
};
