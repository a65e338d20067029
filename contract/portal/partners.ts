import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

/** A person of a partner; a lead can belong to them. */
export const contact = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export type Contact = z.infer<typeof contact>;

/** A person, by the id of the account or of the contact. */
export const namedUser = z.object({ id: z.string(), name: z.string() });

/** A partner, by name. */
export const namedPartner = z.object({ id: z.string(), name: z.string() });

/** The maximum number of people whose names are asked for at once. */
export const maxNamedUsers = 100;
const userId = z.string().check(z.maxLength(100));

/** Endpoints for the partner's people, and for support to choose a partner. */
export const partnerEndpoints = endpoints('session', ['broker', 'partner-admin'], {
  listContacts: [
    'GET /portal/contacts',
    'List the contacts a lead may be given to: for a broker, only the broker; for an admin, all of the partner.',
    { response: z.array(contact) },
  ],
  listUserNames: [
    'GET /portal/user-names',
    'List the names of people by the ids of their accounts or contacts: for a partner, of its own people; for support, of all. Other ids are left out.',
    {
      roles,
      query: z.object({
        id: z.optional(z.union([userId, z.array(userId).check(z.maxLength(maxNamedUsers))])),
      }),
      response: z.array(namedUser),
    },
  ],
  listPartners: [
    'GET /portal/partners',
    'List the partners, by name.',
    { roles: ['support'], response: z.array(namedPartner) },
  ],
});
