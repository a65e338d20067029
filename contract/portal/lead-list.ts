import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { leadListQuery } from '#contract/v1/lead-lists.ts';
import { lead } from '#contract/v1/lead-records.ts';

import { rowMarkers } from './row-markers.ts';

/** A lead as a row of the portal's list. */
export const markedLead = z.extend(lead, rowMarkers);
export type MarkedLead = z.infer<typeof markedLead>;

/** The portal's list of its own leads: as the specified one, with the markers of the rows. */
export const leadListEndpoints = /* @__PURE__ */ endpoints('session', roles, {
  listMarkedLeads: [
    'GET /portal/leads',
    'List leads, each with its markers.',
    { query: leadListQuery, response: z.array(markedLead) },
  ],
});
