import * as z from 'zod/mini';

import { endpoint, roles } from '#contract/endpoint.ts';
import { paging } from '#contract/v1/lists.ts';

/** Characters of a password. Length is what makes it strong, so nothing else is asked of it. */
export const passwordLength = { least: 10, most: 200 };

const role = z.enum(roles);
const named = z.object({ id: z.string(), name: z.string() });

/** One line of text that has to be there. */
function entered(sentence: string) {
  return z.string({ error: () => sentence }).check(
    z.minLength(1, sentence),
    z.maxLength(passwordLength.most, 'This is too long.'),
    z.refine((text) => !/\p{Cc}/u.test(text), 'Take out the line breaks and control characters.'),
  );
}

/** E-mail and password, as typed. */
export const credentials = z.strictObject({
  email: z.pipe(
    entered('Enter your email.'),
    z.transform((text) => text.trim()),
  ),
  password: entered('Enter your password.'),
});
export type Credentials = z.input<typeof credentials>;

/** A new password, and the single-use token of the link that asked for it. */
export const newPassword = z.strictObject({
  token: entered('The link is incomplete: open it again from the message you were sent.'),
  password: z
    .string({ error: () => 'Enter a password.' })
    .check(
      z.minLength(passwordLength.least, `Use at least ${passwordLength.least} characters.`),
      z.maxLength(passwordLength.most, `Use at most ${passwordLength.most} characters.`),
    ),
});
export type NewPassword = z.input<typeof newPassword>;

/** What the service behind the portal can do; each control depends on its word. */
export const capabilities = z.object({
  count: z.boolean(),
  search: z.boolean(),
  sort: z.boolean(),
  etag: z.boolean(),
  idempotency: z.boolean(),
  attachmentList: z.boolean(),
  /** Whether the lead that became a deal can be read beside the deal. */
  dealLead: z.boolean(),
  liveChanges: z.boolean(),
  /** Whether rows of a bulk upload can be compared with the leads there are. */
  duplicateLeads: z.boolean(),
  /** Whether a lead can be given to another contact of the partner. */
  contacts: z.boolean(),
  /** Records that one page of a list can have. */
  maxPageSize: z.number(),
});
export type Capabilities = z.infer<typeof capabilities>;

/** What a service offers that has the specification and nothing else: no more can be counted on before it was seen. */
export const specifiedCapabilities: Capabilities = {
  count: false,
  search: false,
  sort: false,
  etag: false,
  idempotency: false,
  attachmentList: false,
  dealLead: false,
  liveChanges: false,
  duplicateLeads: false,
  contacts: false,
  maxPageSize: paging.maxPageSize,
};

/** Who is signed in, and what the service offers. Support has neither partner nor contact. */
export const session = z.object({
  account: z.object({ id: z.string(), email: z.string(), name: z.string(), role }),
  partner: z.nullable(named),
  contact: z.nullable(z.object({ id: z.string(), firstName: z.string(), lastName: z.string() })),
  capabilities,
  /** In front of an existing service, whether the person's API key there is still wanted: none is kept, or the service rejects it. */
  needsApiKey: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** An account that anybody may try; in demo mode only. */
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

/** Signing in and out, and what proves it. */
export const accountEndpoints = {
  readSignIn: endpoint({
    id: 'readSignIn',
    method: 'GET',
    path: '/portal/sign-in',
    summary: 'What the sign-in page shows: the demo accounts, in demo mode only.',
    auth: 'none',
    roles: [],
    answer: z.object({ demoAccounts: z.array(demoAccount) }),
  }),
  signIn: endpoint({
    id: 'signIn',
    method: 'POST',
    path: '/portal/session',
    summary: 'Sign in with email and password.',
    auth: 'none',
    roles: [],
    body: credentials,
    answer: session,
  }),
  readSession: endpoint({
    id: 'readSession',
    method: 'GET',
    path: '/portal/session',
    summary: 'Read who is signed in and what the service offers.',
    auth: 'session',
    roles,
    answer: session,
  }),
  signOut: endpoint({
    id: 'signOut',
    method: 'DELETE',
    path: '/portal/session',
    summary:
      'Sign out. The session and its access tokens die at once; without one, nothing happens.',
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
    answer: accessToken,
  }),
  confirmPassword: endpoint({
    id: 'confirmPassword',
    method: 'POST',
    path: '/portal/password-confirmation',
    summary: 'Give the password again, to see or replace the API key within 5 minutes.',
    auth: 'session',
    roles,
    body: z.strictObject({ password: entered('Enter your password.') }),
    answer: z.object({ confirmedUntil: z.string() }),
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
    answer: z.object({ email: z.string() }),
  }),
};
