import * as z from 'zod/mini';

import { endpoint, roles } from '#contract/endpoint.ts';

import { session } from './accounts.ts';

/** Who I am, where the interface is, and my API key without its secret part. */
export const profile = z.object({
  account: session.shape.account,
  partner: session.shape.partner,
  contact: session.shape.contact,
  /** The `{base_url}` of the specification: what `/api/v1` is appended to. */
  baseAddress: z.string(),
  /** Whether the portal stands in front of an existing service, whose API keys are entered; else it makes them itself. */
  entersApiKey: z.boolean(),
  /** null: none is entered yet. */
  apiKey: z.nullable(
    z.object({
      /** As much of its beginning and end as may be seen. */
      masked: z.string(),
      /** When it was made, or entered. */
      createdAt: z.string(),
      /** By a program, to the minute; null: never. */
      lastUsedAt: z.nullable(z.string()),
      /** Since when the service behind the portal refuses it; null: it does not. */
      refusedAt: z.nullable(z.string()),
    }),
  ),
});
export type Profile = z.infer<typeof profile>;

const shownKey = z.object({ apiKey: z.string() });

const absent = 'Enter the API key.';

/** An API key of the service behind the portal, as pasted. Of its form no more is known than that a header carries it. */
export const enteredKey = z.strictObject({
  apiKey: z
    .string({ error: () => absent })
    .check(
      z.trim(),
      z.minLength(1, absent),
      z.maxLength(4096, 'This is too long for an API key.'),
      z.regex(
        /^[\x21-\x7e]*$/,
        'An API key is one word of plain letters, digits and signs, without spaces.',
      ),
    ),
});
export type EnteredKey = z.input<typeof enteredKey>;

/** Somebody of the partner, and the state of their API key at the service behind the portal. */
export const person = z.object({
  /** Of their contact. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: session.shape.account.shape.role,
  /** null: none is kept. */
  apiKey: z.nullable(
    z.object({
      createdAt: z.string(),
      /** Since when that service refuses it; null: it does not. */
      refusedAt: z.nullable(z.string()),
    }),
  ),
});
export type Person = z.infer<typeof person>;

/** The profile page: my API key, and for an admin those of the partner’s people. What does not fit where the keys come from is 409. */
export const apiKeyEndpoints = {
  readProfile: endpoint({
    id: 'readProfile',
    method: 'GET',
    path: '/portal/profile',
    summary: 'Read my account, the base address and the masked API key.',
    auth: 'session',
    roles,
    answer: profile,
  }),
  revealApiKey: endpoint({
    id: 'revealApiKey',
    method: 'POST',
    path: '/portal/api-key/reveal',
    summary: 'Show the API key, within 5 minutes of confirming the password.',
    auth: 'session',
    roles,
    answer: shownKey,
  }),
  replaceApiKey: endpoint({
    id: 'replaceApiKey',
    method: 'POST',
    path: '/portal/api-key/replace',
    summary:
      'Replace the API key, where the portal makes it; the old one dies at once. Within 5 minutes of confirming the password.',
    auth: 'session',
    roles,
    answer: shownKey,
  }),
  enterApiKey: endpoint({
    id: 'enterApiKey',
    method: 'PUT',
    path: '/portal/api-key',
    summary:
      'Enter my API key of the service behind the portal, which is asked whether it accepts it. Within 5 minutes of confirming the password.',
    auth: 'session',
    roles,
    body: enteredKey,
  }),
  listPeople: endpoint({
    id: 'listPeople',
    method: 'GET',
    path: '/portal/people',
    summary: 'List the people of my partner and whether each has an API key.',
    auth: 'session',
    roles: ['partner-admin'],
    answer: z.array(person),
  }),
  enterApiKeyFor: endpoint({
    id: 'enterApiKeyFor',
    method: 'PUT',
    path: '/portal/people/:id/api-key',
    summary:
      'Enter the API key of one of my partner’s people, as they would. Within 5 minutes of confirming my password.',
    auth: 'session',
    roles: ['partner-admin'],
    body: enteredKey,
  }),
};
