import * as z from 'zod/mini';

import { endpoint, roles } from '#contract/endpoint.ts';

import { attachmentsCreated } from './attachments.ts';
import { deal } from './deals.ts';
import { lead, leadCreate, leadCreateResponse, leadUpdate } from './leads.ts';
import { dealListQuery, leadListQuery } from './lists.ts';

const writers = ['broker', 'partner-admin'] as const;

/**
 * The seven operations of the specified API. Service, client, OpenAPI document and access tests
 * derive from this table.
 */
export const v1 = {
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
  createLead: endpoint({
    id: 'createLead',
    method: 'POST',
    path: '/api/v1/lead',
    summary: 'Submit a lead.',
    auth: 'bearer',
    roles: writers,
    body: leadCreate,
    response: leadCreateResponse,
    idempotent: true,
  }),
  updateLead: endpoint({
    id: 'updateLead',
    method: 'PATCH',
    path: '/api/v1/LEAD/:id',
    alsoAt: ['/api/v1/lead/:id'],
    summary: 'Change fields of a lead; only the fields sent change.',
    auth: 'bearer',
    roles: writers,
    body: leadUpdate,
    response: lead,
  }),
  createAttachments: endpoint({
    id: 'createAttachments',
    method: 'POST',
    path: '/api/v1/attachment',
    summary: 'Attach files to a lead.',
    auth: 'bearer',
    roles: writers,
    bodyType: 'multipart',
    response: attachmentsCreated,
    idempotent: true,
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
