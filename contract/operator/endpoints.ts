import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { auditEndpoints } from '#contract/portal/audit/audit.ts';

import { changesEndpoints } from './changes.ts';
import { operatorDealEndpoints } from './deals.ts';
import { operatorLeadEndpoints } from './leads.ts';
import { ofPartner } from './lists.ts';
import { batchEndpoints } from './operations.ts';
import { operatorPartnerEndpoints } from './partners.ts';
import { operatorRequestEndpoints } from './requests.ts';

const { query, response } = auditEndpoints.listAuditEntries;

/**
 * All endpoints under `/operator/v1`, for programs of the operator. Their ids are unique in this
 * table only.
 */
export const operator = {
  ...operatorLeadEndpoints,
  ...operatorDealEndpoints,
  ...operatorRequestEndpoints,
  ...operatorPartnerEndpoints,
  ...batchEndpoints,
  ...changesEndpoints,
  ...endpoints('operator', [], {
    listAuditEntries: {
      route: 'GET /operator/v1/audit',
      summary: 'List entries of the audit trail, newest first: who did what, when, from where.',
      query: z.extend(query, ofPartner),
      response,
    },
  }),
};
