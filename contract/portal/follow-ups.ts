import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';

import { day } from './requests.ts';

const followUp = z.strictObject({
  /** The day, YYYY-MM-DD. */
  day,
});
const saved = z.object({
  day: z.nullable(z.string()),
  /** When the partner handed the record back to the lender; null once the lender has acted. */
  handedBackAt: z.nullable(z.string()),
});

const setting =
  'out of what waits for me until a day, in one’s own list, not in that of others. On that day it is in what waits for me, whoever it waits for. It is there at once if it waits for the partner and the lender acts.';

/**
 * The day on which a person returns to a record; each person has their own. Only of the portal’s
 * own records.
 */
export const followUpEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  readLeadFollowUp: [
    'GET /portal/leads/:id/follow-up',
    'Read my follow-up day of a lead, null if there is none, and whether it is handed back.',
    { response: saved },
  ],
  readDealFollowUp: [
    'GET /portal/deals/:id/follow-up',
    'Read my follow-up day of a deal, null if there is none, and whether it is handed back.',
    { response: saved },
  ],
  setLeadFollowUp: [
    'PUT /portal/leads/:id/follow-up',
    `Leave a lead ${setting}`,
    { body: followUp },
  ],
  setDealFollowUp: [
    'PUT /portal/deals/:id/follow-up',
    `Leave a deal ${setting}`,
    { body: followUp },
  ],
  clearLeadFollowUp: ['DELETE /portal/leads/:id/follow-up', 'Remove my follow-up day of a lead.'],
  clearDealFollowUp: ['DELETE /portal/deals/:id/follow-up', 'Remove my follow-up day of a deal.'],
});
