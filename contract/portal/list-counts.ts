import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { leadListQuery, notFilters } from '#contract/v1/lists.ts';

// The counts are by status: those of each status, whichever are chosen.
const notCounted = { ...notFilters, status: true, subStatus: true } as const;
export const leadCountsQuery = z.omit(leadListQuery, notCounted);
export const dealCountsQuery = z.omit(dealListQuery, notCounted);

/** How many records that match the other filters have a status and a sub-status. */
export const statusCount = z.object({
  status: z.string(),
  subStatus: z.string(),
  total: z.number(),
});
export type StatusCount = z.infer<typeof statusCount>;

const counts = z.object({ counts: z.array(statusCount) });

/** The numbers beside the choices of a filter. Only of the portal's own records. */
export const listCountEndpoints = endpoints('session', roles, {
  countLeads: {
    route: 'GET /portal/leads/counts',
    summary: 'Count the leads that match the other filters, by status and sub-status.',
    query: leadCountsQuery,
    response: counts,
  },
  countDeals: {
    route: 'GET /portal/deals/counts',
    summary: 'Count the deals that match the other filters, by status and sub-status.',
    query: dealCountsQuery,
    response: counts,
  },
});
