import * as z from 'zod/mini';

import { endpoint, roles } from '#contract/endpoint.ts';

import { deal } from './deals.ts';
import { lead } from './lead-records.ts';
import { dealListQuery, leadListQuery } from './lists.ts';

/** The roles that submit and change leads. */
export const writers = ['broker', 'partner-admin'] as const;

/**
 * The operations of the specified API that read, apart from the others: the portal’s first page
 * lists leads, and should not load the rules of their input.
 */
export const reads = {
  readLead: endpoint({
    id: 'readLead',
    method: 'GET',
    path: '/api/v1/lead/:id',
    summary: 'Read one lead.',
    auth: 'bearer',
    roles,
    response: lead,
  }),
  listLeads: endpoint({
    id: 'listLeads',
    method: 'GET',
    path: '/api/v1/lead',
    summary: 'List leads, newest first.',
    auth: 'bearer',
    roles,
    query: leadListQuery,
    response: z.array(lead),
  }),
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
