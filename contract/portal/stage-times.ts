import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

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

/** The usual time in the status of one record. Only of the portal's own records. */
export const stageTimeEndpoints = endpoints('session', roles, {
  readLeadStageTime: [
    'GET /portal/leads/:id/stage-time',
    'Read how long the partner’s leads usually stand in the status of this lead.',
    { response: z.object({ stageTime: z.nullable(stageTime) }) },
  ],
  readDealStageTime: [
    'GET /portal/deals/:id/stage-time',
    'Read how long the partner’s deals usually stand in the status of this deal.',
    { response: z.object({ stageTime: z.nullable(stageTime) }) },
  ],
});
