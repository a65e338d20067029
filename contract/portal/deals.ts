import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { notFilters } from '#contract/v1/lists.ts';

import { stageTime } from './stage-times.ts';

/** The lead that became a deal: who the client is and how to reach them; empty where unknown. */
export const dealLead = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  phone: z.string(),
  email: z.string(),
});
export type DealLead = z.infer<typeof dealLead>;

/** A column of the board: the deals in one status that match the filters. */
export const boardColumn = z.object({
  status: z.string(),
  total: z.number(),
  /**
   * The sum of the amounts, with two decimals. null when several partners' deals are shown, because
   * nobody has that sum.
   */
  amount: z.nullable(z.string()),
  /** How long the partner's deals usually stand in the status; null if that is not known. */
  stageTime: z.nullable(stageTime),
});
export type BoardColumn = z.infer<typeof boardColumn>;

/**
 * The filters of a board: those of the list. A board has no pages and no order of its own.
 */
export const boardQuery = z.omit(dealListQuery, notFilters);
export type BoardQuery = z.infer<typeof boardQuery>;

/**
 * The link from a deal back to its lead. The specification has only the link from the lead to its
 * deal. And the numbers of a board, whose cards are those of the list.
 */
export const dealEndpoints = endpoints('session', roles, {
  readDealLead: [
    'GET /portal/deals/:id/lead',
    'Read which lead became a deal; null where there is none that the person may read.',
    { response: z.object({ lead: z.nullable(dealLead) }) },
  ],
  readDealsBoard: [
    'GET /portal/deals/board',
    'Read how many deals match the filters, by status.',
    {
      query: boardQuery,
      /** A column for each status, or for each of those in the filter, in their order. */
      response: z.object({ columns: z.array(boardColumn) }),
    },
  ],
});
