import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';
import { mapValues } from '#contract/typed-objects.ts';
import { paging } from '#contract/v1/paging.ts';

export const role = z.enum(roles);
const named = z.object({ id: z.string(), name: z.string() });

/** The capabilities of the service, on which controls in the portal depend. */
export const capabilities = z.object({
  count: z.boolean(),
  search: z.boolean(),
  sort: z.boolean(),
  etag: z.boolean(),
  idempotency: z.boolean(),
  attachmentList: z.boolean(),
  /** Whether the lead that became a deal can be read with the deal. */
  dealLead: z.boolean(),
  /** Whether the history of leads and deals can be read. */
  history: z.boolean(),
  /** Whether the portal's own actions on leads can be read, though not the leads' full history. */
  portalHistory: z.boolean(),
  liveChanges: z.boolean(),
  /** Whether the rows of a bulk upload can be compared with existing leads. */
  duplicateLeads: z.boolean(),
  /** Whether a lead can be reassigned to another contact of the partner. */
  contacts: z.boolean(),
  /**
   * Whether the home page exists, the list filters to which its numbers link, and the numbers of a
   * list by status and other groups.
   */
  home: z.boolean(),
  /** Read by pages that were opened before 2026-11-28: false, so that none offers its board. */
  board: z.boolean(),
  /** Whether the records of a list can be exported. */
  exports: z.boolean(),
  /** Whether one change can be made to many leads at once. */
  bulkChanges: z.boolean(),
  /** Whether views of the lists can be saved. */
  views: z.boolean(),
  /** Whether leads and deals can be searched together, by any fact. */
  recordSearch: z.boolean(),
  /** Whether the lender can ask for something on leads and deals, and be asked about them. */
  requests: z.boolean(),
  /** Maximum number of records on one page of a list. */
  maxPageSize: z.number(),
});
export type Capabilities = z.infer<typeof capabilities>;

/** Returns the capabilities, all on or all off. */
const fillCapabilities = (has: boolean): Capabilities => ({
  ...mapValues(capabilities.shape, () => has),
  board: false,
  maxPageSize: paging.maxPageSize,
});

/**
 * The capabilities of a service that implements only the specification. These are assumed until
 * more is detected.
 */
export const specifiedCapabilities: Capabilities = {
  ...fillCapabilities(false),
  portalHistory: true,
};

/** The capabilities of a service that stores the records itself: all of them. */
export const ownCapabilities: Capabilities = { ...fillCapabilities(true), portalHistory: false };

/** The columns that a person chose last for each list; absent: the usual ones. */
export const listColumns = z.object({
  leads: z.optional(z.array(z.string())),
  deals: z.optional(z.array(z.string())),
});
export type ListColumns = z.infer<typeof listColumns>;

/**
 * The signed-in account, and the service's capabilities. Support has neither partner nor contact.
 */
export const session = z.object({
  account: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role,
    /** Whether the user manages accounts: a partner admin, or support with the operator's right. */
    isManager: z.boolean(),
  }),
  partner: z.nullable(named),
  contact: z.nullable(z.object({ id: z.string(), firstName: z.string(), lastName: z.string() })),
  capabilities,
  /**
   * The currencies of amounts, as ISO 4217 codes: the usual one, and those of partners with another
   * one by partner id. Absent: none is set, and amounts have no currency sign.
   */
  currencies: z.optional(
    z.object({ usual: z.nullable(z.string()), byPartner: z.record(z.string(), z.string()) }),
  ),
  /** The columns that the user chose last for each list; absent: the usual ones. */
  columns: z.optional(listColumns),
  /**
   * Whether the user still has to enter an API key of the upstream service, because none is stored
   * or because the upstream service rejects it.
   */
  needsApiKey: z.boolean(),
  /**
   * What people call the upstream service, within a sentence; absent when the portal stores its own
   * records.
   */
  upstreamName: z.optional(z.string()),
  /** The name of the identity provider; absent: there is none. */
  provider: z.optional(z.string()),
});
export type Session = z.infer<typeof session>;
export type Currencies = NonNullable<Session['currencies']>;

export const accessToken = z.object({ accessToken: z.string(), expiresAt: z.string() });
export type AccessToken = z.infer<typeof accessToken>;

/** The session: who is signed in, the tokens that prove it, and signing out. */
export const accountEndpoints = endpoints('session', roles, {
  readSession: [
    'GET /portal/session',
    'Read who is signed in and what the service offers.',
    { response: session },
  ],
  signOut: [
    'DELETE /portal/session',
    'Sign out. Ends the session and its access tokens; without a session, nothing happens.',
    { auth: 'none', roles: [] },
  ],
  createAccessToken: [
    'POST /portal/access-token',
    'Get a bearer token for /api/v1: 15 minutes, or until the session ends.',
    { response: accessToken },
  ],
});
