import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

import { dealListQuery } from './deal-lists.ts';
import { deal } from './deals.ts';

/** The operations of the specified API on deals: all of them read. */
export const dealReads = endpoints('bearer', roles, {
  readDeal: ['GET /api/v1/deal/:id', 'Read one deal.', { response: deal }],
  listDeals: [
    'GET /api/v1/deal',
    'List deals, newest first.',
    { query: dealListQuery, response: z.array(deal) },
  ],
});
