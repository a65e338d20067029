import * as z from 'zod/mini';

import { endpoint, roles } from '#contract/endpoint.ts';
import { paging } from '#contract/v1/lists.ts';

/**
 * Minimum and maximum length of a password, in characters. There are no other requirements, because
 * length is what makes a password strong.
 */
export const passwordLength = { min: 10, max: 200 };

const role = z.enum(roles);
const named = z.object({ id: z.string(), name: z.string() });

/**
 * Returns the schema of a required line of text; `sentence` is the error message if it is empty.
 */
function entered(sentence: string) {
  return z.string({ error: () => sentence }).check(
    z.minLength(1, sentence),
    z.maxLength(passwordLength.max, 'This is too long.'),
    z.refine((text) => !/\p{Cc}/u.test(text), 'Remove line breaks and control characters.'),
  );
}

/** Email and password, as typed. */
export const credentials = z.strictObject({
  email: z.pipe(
    entered('Enter your email.'),
    z.transform((text) => text.trim()),
  ),
  password: entered('Enter your password.'),
});
export type Credentials = z.input<typeof credentials>;

/** A new password, and the single-use token of the link that leads to the form. */
export const newPassword = z.strictObject({
  token: entered('The link is incomplete. Open it again from the message you received.'),
  password: z
    .string({ error: () => 'Enter a password.' })
    .check(
      z.minLength(passwordLength.min, `Use at least ${passwordLength.min} characters.`),
      z.maxLength(passwordLength.max, `Use at most ${passwordLength.max} characters.`),
    ),
});
export type NewPassword = z.input<typeof newPassword>;

/** What the upstream service supports. Controls in the portal depend on these capabilities. */
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
  /** Whether what was done to leads through the portal can be read, though not their history. */
  portalHistory: z.boolean(),
  liveChanges: z.boolean(),
  /** Whether the rows of a bulk upload can be compared with existing leads. */
  duplicateLeads: z.boolean(),
  /** Whether a lead can be reassigned to another contact of the partner. */
  contacts: z.boolean(),
  /** Whether the home page exists, and the list filters to which its numbers link. */
  home: z.boolean(),
  /** Whether deals can be shown as a board: their numbers by status. */
  board: z.boolean(),
  /** Whether the records of a list can be exported. */
  exports: z.boolean(),
  /** Whether views of the lists can be saved. */
  views: z.boolean(),
  /** Whether leads and deals can be searched together, by any fact. */
  recordSearch: z.boolean(),
  /** Maximum number of records on one page of a list. */
  maxPageSize: z.number(),
});
export type Capabilities = z.infer<typeof capabilities>;

/**
 * The capabilities of a service that implements only the specification. These are assumed until
 * more is detected.
 */
export const specifiedCapabilities: Capabilities = {
  count: false,
  search: false,
  sort: false,
  etag: false,
  idempotency: false,
  attachmentList: false,
  dealLead: false,
  history: false,
  portalHistory: true,
  liveChanges: false,
  duplicateLeads: false,
  contacts: false,
  home: false,
  board: false,
  exports: false,
  views: false,
  recordSearch: false,
  maxPageSize: paging.maxPageSize,
};

/**
 * The signed-in account, and the service's capabilities. Support has neither partner nor contact.
 */
export const session = z.object({
  account: z.object({ id: z.string(), email: z.string(), name: z.string(), role }),
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
});
export type Session = z.infer<typeof session>;
export type Currencies = NonNullable<Session['currencies']>;

/** An account that anybody can use; in demo mode only. */
export const demoAccount = z.object({
  email: z.string(),
  password: z.string(),
  name: z.string(),
  role,
  /** The partner's name; null for support. */
  partner: z.nullable(z.string()),
});
export type DemoAccount = z.infer<typeof demoAccount>;

export const accessToken = z.object({ accessToken: z.string(), expiresAt: z.string() });
export type AccessToken = z.infer<typeof accessToken>;

/** Sign-in, sign-out, and the tokens and passwords that prove an identity. */
export const accountEndpoints = {
  readSignIn: endpoint({
    id: 'readSignIn',
    method: 'GET',
    path: '/portal/sign-in',
    summary: 'What the sign-in page shows: the demo accounts, in demo mode only.',
    auth: 'none',
    roles: [],
    response: z.object({ demoAccounts: z.array(demoAccount) }),
  }),
  signIn: endpoint({
    id: 'signIn',
    method: 'POST',
    path: '/portal/session',
    summary: 'Sign in with email and password.',
    auth: 'none',
    roles: [],
    body: credentials,
    response: session,
  }),
  readSession: endpoint({
    id: 'readSession',
    method: 'GET',
    path: '/portal/session',
    summary: 'Read who is signed in and what the service offers.',
    auth: 'session',
    roles,
    response: session,
  }),
  signOut: endpoint({
    id: 'signOut',
    method: 'DELETE',
    path: '/portal/session',
    summary:
      'Sign out. Ends the session and its access tokens; without a session, nothing happens.',
    auth: 'none',
    roles: [],
  }),
  createAccessToken: endpoint({
    id: 'createAccessToken',
    method: 'POST',
    path: '/portal/access-token',
    summary: 'Get a bearer token for /api/v1: 15 minutes, or until the session ends.',
    auth: 'session',
    roles,
    response: accessToken,
  }),
  confirmPassword: endpoint({
    id: 'confirmPassword',
    method: 'POST',
    path: '/portal/password-confirmation',
    summary: 'Confirm the password, to see or replace the API key within 5 minutes.',
    auth: 'session',
    roles,
    body: z.strictObject({ password: entered('Enter your password.') }),
    response: z.object({ confirmedUntil: z.string() }),
  }),
  setPassword: endpoint({
    id: 'setPassword',
    method: 'POST',
    path: '/portal/password',
    summary:
      'Set a password with the token of a single-use link. Ends every session of the account.',
    auth: 'none',
    roles: [],
    body: newPassword,
    response: z.object({ email: z.string() }),
  }),
};
