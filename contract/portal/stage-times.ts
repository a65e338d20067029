import * as z from 'zod/mini';

/**
 * The minimum number of completed stays in a status from which a usual time is computed, and how
 * many of the latest are considered.
 */
export const stageLimits = { minStays: 10, maxStays: 200 } as const;

/**
 * How long the partner's records usually stand in a status, from those that have left it. In
 * milliseconds.
 */
export const stageTime = z.object({
  median: z.number(),
  /** Nine of ten stays were shorter. */
  percentile90: z.number(),
});
export type StageTime = z.infer<typeof stageTime>;
