import { endpoints } from '#contract/endpoint.ts';

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
  ...endpoints('bearer', writers, {
    createLead: {
      route: 'POST /api/v1/lead',
      summary: 'Submit a lead.',
      body: leadCreate,
      response: leadCreateResponse,
      idempotent: true,
    },
    updateLead: {
      route: 'PATCH /api/v1/LEAD/:id',
      alsoAt: ['/api/v1/lead/:id'],
      summary: 'Change fields of a lead; only the fields sent change.',
      body: leadUpdate,
      response: lead,
    },
    createAttachments: {
      route: 'POST /api/v1/attachment',
      summary: 'Attach files to a lead.',
      bodyType: 'multipart',
      response: attachmentsCreated,
      idempotent: true,
    },
  }),

  readDeal: dealReads.readDeal,
  listDeals: dealReads.listDeals,
};
