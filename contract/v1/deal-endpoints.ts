import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

import { dealListQuery } from './deal-lists.ts';
import { deal } from './deals.ts';

/** The operations of the specified API on deals: all of them read. */
export const dealReads = endpoints('bearer', roles, {
  readDeal: {
    route: 'GET /api/v1/deal/:id',
    summary: 'Read one deal.',
    response: deal,
  },
  listDeals: {
    route: 'GET /api/v1/deal',
    summary: 'List deals, newest first.',
    query: dealListQuery,
    response: z.array(deal),
  },
});
