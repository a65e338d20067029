import * as z from 'zod/mini';

import { endpoint, roles } from '#contract/endpoint.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { leadListQuery } from '#contract/v1/lists.ts';

const notFilters = { page: true, pageSize: true, sort: true, cursor: true } as const;

/** The filters of a list; those by status are left out of the counts, which are by status. */
export const leadCountsQuery = z.omit(leadListQuery, notFilters);
export const dealCountsQuery = z.omit(dealListQuery, notFilters);
export type CountsQuery = z.infer<typeof leadCountsQuery> | z.infer<typeof dealCountsQuery>;

/** How many records that match the other filters have a status and a sub-status. */
export const statusCount = z.object({
  status: z.string(),
  subStatus: z.string(),
  total: z.number(),
});
export type StatusCount = z.infer<typeof statusCount>;

const counts = z.object({ counts: z.array(statusCount) });

/** The numbers beside the choices of a filter. Only of the portal's own records. */
export const listCountEndpoints = {
  countLeads: endpoint({
    id: 'countLeads',
    method: 'GET',
    path: '/portal/leads/counts',
    summary: 'Count the leads that match the other filters, by status and sub-status.',
    auth: 'session',
    roles,
    query: leadCountsQuery,
    response: counts,
  }),
  countDeals: endpoint({
    id: 'countDeals',
    method: 'GET',
    path: '/portal/deals/counts',
    summary: 'Count the deals that match the other filters, by status and sub-status.',
    auth: 'session',
    roles,
    query: dealCountsQuery,
    response: counts,
  }),
};
