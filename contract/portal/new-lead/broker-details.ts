import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';

/**
 * The fields of a lead that say whom to call about it: most people enter them alike every time.
 * Indexes of the database name them too: see `server/leads/leads.routes.ts`.
 */
export const brokerDetailNames = [
  'callClientOrBroker',
  'callOnBehalfOf',
  'brokerContactName',
  'brokerContactEmail',
  'brokerContactNumber',
] as const;

/** The texts of these fields; a field without one is left out. */
const brokerDetails = z.partialRecord(z.enum(brokerDetailNames), z.string());
/** See {@link brokerDetails}. */
export type BrokerDetails = z.infer<typeof brokerDetails>;

/** The details that people entered about themselves before. In front of a service too. */
export const brokerDetailEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  readBrokerDetails: [
    'GET /portal/broker-details',
    'Read the broker details of my latest lead that has any: submitted in the portal, for myself.',
    { response: brokerDetails },
  ],
});
