import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

/** The lead that became a deal: who the client is and how to reach them; empty where unknown. */
export const dealLead = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  phone: z.string(),
  email: z.string(),
});
export type DealLead = z.infer<typeof dealLead>;

/**
 * The link from a deal back to its lead. The specification has only the link from the lead to its
 * deal.
 */
export const dealEndpoints = endpoints('session', roles, {
  readDealLead: [
    'GET /portal/deals/:id/lead',
    'Read which lead became a deal; null where there is none that the person may read.',
    { response: z.object({ lead: z.nullable(dealLead) }) },
  ],
});
