import * as z from 'zod/mini';

import { endpoint, roles } from '#contract/endpoint.ts';

/** The types of records whose changes are shown without a reload. */
export const liveTypes = ['lead', 'deal'] as const;
export type LiveType = (typeof liveTypes)[number];

/** Records of one type that were created or changed: their ids; null for more than a hundred. */
export const liveChange = z.object({
  type: z.enum(liveTypes),
  ids: z.nullable(z.array(z.string())),
});
export type LiveChange = z.infer<typeof liveChange>;

/**
 * The events of a stream. The data of `changes` is an array of {@link LiveChange}. `again` has no
 * data: changes may have been missed, so that what is shown has to be read again.
 */
export const liveEvents = ['changes', 'again'] as const;
export type LiveEvent = (typeof liveEvents)[number];

/** How often a stream sends something, if only a comment, in milliseconds. */
export const heartbeatMs = 20_000;

/** The stream of what changed, for live screens. */
export const liveEndpoints = {
  streamEvents: endpoint({
    id: 'streamEvents',
    method: 'GET',
    path: '/portal/events',
    summary:
      'Follow which leads and deals change, as server-sent events. Begins after the event of the header Last-Event-ID.',
    auth: 'session',
    roles,
    query: z.object({
      /** Where a reader without Last-Event-ID begins: this many milliseconds ago. */
      ageMs: z.optional(z.coerce.number().check(z.nonnegative())),
    }),
  }),
};
