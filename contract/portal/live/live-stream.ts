/** The address of the stream of events. Without zod, for a worker that only follows the stream. */
export const eventsPath = '/portal/events';

/**
 * The events of a stream. The data of `changes` is an array of `LiveChange`. `again` has no data:
 * changes may have been missed, so the visible data has to be refetched.
 */
export const liveEvents = ['changes', 'again'] as const;
export type LiveEvent = (typeof liveEvents)[number];

/** How often a stream sends something, if only a comment, in milliseconds. */
export const heartbeatMs = 20_000;
