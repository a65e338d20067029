import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

import { eventsPath } from './live-stream.ts';

/** The types of records whose changes are shown without a reload. */
export const liveTypes = ['lead', 'deal'] as const;
export type LiveType = (typeof liveTypes)[number];

/** Records of one type that were created or changed: their ids; null for more than a hundred. */
export const liveChange = z.object({
  type: z.enum(liveTypes),
  ids: z.nullable(z.array(z.string())),
});
export type LiveChange = z.infer<typeof liveChange>;

/** The stream of what changed, for live screens. */
export const liveEndpoints = endpoints('session', roles, {
  streamEvents: [
    `GET ${eventsPath}`,
    'Follow which leads and deals change, as server-sent events. Begins after the event of the header Last-Event-ID.',
    {
      query: z.object({
        /** The begin of a reader without Last-Event-ID: this many milliseconds ago. */
        ageMs: z.optional(z.coerce.number().check(z.nonnegative())),
      }),
    },
  ],
});
