import * as z from 'zod/mini';

import { endpoint, roles } from '#contract/endpoint.ts';

/**
 * The lead that became a deal, with the fields needed to name the client and to link to the lead.
 */
export const dealLead = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
});
export type DealLead = z.infer<typeof dealLead>;

/**
 * The link from a deal back to its lead. The specification has only the link from the lead to its
 * deal.
 */
export const dealEndpoints = {
  readDealLead: endpoint({
    id: 'readDealLead',
    method: 'GET',
    path: '/portal/deals/:id/lead',
    summary: 'Read which lead became a deal; null where there is none that the person may read.',
    auth: 'session',
    roles,
    response: z.object({ lead: z.nullable(dealLead) }),
  }),
};
