import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { auditEndpoints } from '#contract/portal/audit/audit.ts';

import { ofPartner } from './lists.ts';

const { query, response } = auditEndpoints.listAuditEntries;

/** The audit trail of all partners. */
export const operatorAuditEndpoints = endpoints('operator', [], {
  listAuditEntries: {
    route: 'GET /operator/v1/audit',
    summary: 'List entries of the audit trail, newest first: who did what, when, from where.',
    query: z.extend(query, ofPartner),
    response,
  },
});
