import { endpoint } from '#contract/endpoint.ts';

import { attachmentsCreated } from './attachments.ts';
import { dealReads } from './deal-endpoints.ts';
import { lead, leadCreateResponse } from './lead-records.ts';
import { leadCreate, leadUpdate } from './leads.ts';
import { leadReads, writers } from './read-endpoints.ts';

/**
 * The seven operations of the specified API. Service, client, OpenAPI document and access tests
 * derive from this table.
 */
export const v1 = {
  readLead: leadReads.readLead,
  listLeads: leadReads.listLeads,
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
  readDeal: dealReads.readDeal,
  listDeals: dealReads.listDeals,
};
