import * as z from 'zod/mini';

import { endpoint, roles } from '#contract/endpoint.ts';

import { dealListQuery } from './deal-lists.ts';
import { deal } from './deals.ts';

/** The operations of the specified API on deals: all of them read. */
export const dealReads = {
  readDeal: endpoint({
    id: 'readDeal',
    method: 'GET',
    path: '/api/v1/deal/:id',
    summary: 'Read one deal.',
    auth: 'bearer',
    roles,
    response: deal,
  }),
  listDeals: endpoint({
    id: 'listDeals',
    method: 'GET',
    path: '/api/v1/deal',
    summary: 'List deals, newest first.',
    auth: 'bearer',
    roles,
    query: dealListQuery,
    response: z.array(deal),
  }),
};
