import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { deal } from '#contract/v1/deals.ts';

import { rowMarkers } from './row-markers.ts';

/** A deal as a row of the portal's list. */
export const markedDeal = z.extend(deal, rowMarkers);
export type MarkedDeal = z.infer<typeof markedDeal>;

/** The portal's list of its own deals: as the specified one, with the markers of the rows. */
export const dealListEndpoints = /* @__PURE__ */ endpoints('session', roles, {
  listMarkedDeals: [
    'GET /portal/deals',
    'List deals, each with its markers.',
    { query: dealListQuery, response: z.array(markedDeal) },
  ],
});
