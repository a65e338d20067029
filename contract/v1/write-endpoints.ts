import { endpoints } from '#contract/endpoint.ts';

import { attachmentsCreated } from './attachments.ts';
import { lead, leadCreateResponse } from './lead-records.ts';
import { leadCreate, leadUpdate } from './leads.ts';
import { writers } from './read-endpoints.ts';

/** The operations of the specified API that submit and change leads, and attach files to them. */
export const leadWrites = endpoints('bearer', writers, {
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
});
