import { operatorAuditEndpoints } from './audit.ts';
import { changesEndpoints } from './changes.ts';
import { operatorDealEndpoints } from './deals.ts';
import { operatorLeadEndpoints } from './leads.ts';
import { batchEndpoints } from './operations.ts';
import { operatorPartnerEndpoints } from './partners.ts';
import { operatorRequestEndpoints } from './requests.ts';

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
  ...operatorAuditEndpoints,
};
