import { endpoints } from '#contract/endpoint.ts';

import { attachmentsCreated } from './attachments.ts';
import { lead, leadCreateResponse, writers } from './lead-records.ts';
import { leadCreate, leadUpdate } from './leads.ts';

/** The operations of the specified API that submit and change leads, and attach files to them. */
export const leadWrites = endpoints('bearer', writers, {
  createLead: [
    'POST /api/v1/lead',
    'Submit a lead.',
    { body: leadCreate, response: leadCreateResponse, idempotent: true },
  ],
  updateLead: [
    'PATCH /api/v1/LEAD/:id',
    'Change fields of a lead; only the fields sent change.',
    { alsoAt: ['/api/v1/lead/:id'], body: leadUpdate, response: lead },
  ],
  createAttachments: [
    'POST /api/v1/attachment',
    'Attach files to a lead.',
    { bodyType: 'multipart', response: attachmentsCreated, idempotent: true },
  ],
});
