import * as z from 'zod/mini';

import { endpoint } from '#contract/endpoint.ts';
import { deal } from '#contract/v1/deals.ts';
import { dealListQuery } from '#contract/v1/lists.ts';

import { ofPartner } from './lists.ts';

/** Endpoints for the deals of all partners. */
export const operatorDealEndpoints = {
  listDeals: endpoint({
    id: 'listDeals',
    method: 'GET',
    path: '/operator/v1/deals',
    summary: 'List deals of all partners, newest first.',
    auth: 'operator',
    roles: [],
    query: z.extend(dealListQuery, ofPartner),
    response: z.array(deal),
  }),
  readDeal: endpoint({
    id: 'readDeal',
    method: 'GET',
    path: '/operator/v1/deals/:id',
    summary: 'Read one deal.',
    auth: 'operator',
    roles: [],
    response: deal,
  }),
};
