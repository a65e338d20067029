import * as z from 'zod/mini';

import { endpoint } from '#contract/endpoint.ts';

/** A person of a partner to whom a lead can belong. */
export const contact = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export type Contact = z.infer<typeof contact>;

/** A partner, by name. */
export const namedPartner = z.object({ id: z.string(), name: z.string() });
export type NamedPartner = z.infer<typeof namedPartner>;

/** Endpoints for the partner's people, and for support to choose a partner. */
export const partnerEndpoints = {
  listContacts: endpoint({
    id: 'listContacts',
    method: 'GET',
    path: '/portal/contacts',
    summary:
      'List the contacts a lead may be given to: for a broker, only the broker; for an admin, all of the partner.',
    auth: 'session',
    roles: ['broker', 'partner-admin'],
    response: z.array(contact),
  }),
  listPartners: endpoint({
    id: 'listPartners',
    method: 'GET',
    path: '/portal/partners',
    summary: 'List the partners, by name.',
    auth: 'session',
    roles: ['support'],
    response: z.array(namedPartner),
  }),
};
