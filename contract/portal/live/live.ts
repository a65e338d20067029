import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { recordTypes } from '#contract/v1/record-types.ts';

import { eventsPath } from './live-stream.ts';

/** Records of one type that were created or changed: their ids; null for more than a hundred. */
export const liveChange = z.object({
  type: z.enum(recordTypes),
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
