import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

import { session } from './accounts.ts';

/** The user's account, the API's base address, and the user's API key without its secret part. */
export const profile = z.object({
  account: session.shape.account,
  partner: session.shape.partner,
  contact: session.shape.contact,
  /** The specification's `{base_url}`, to which `/api/v1` is appended. */
  baseAddress: z.string(),
  /**
   * Whether API keys are entered because an upstream service issues them. Otherwise the portal
   * issues them.
   */
  entersApiKey: z.boolean(),
  /** null if no API key has been entered yet. */
  apiKey: z.nullable(
    z.object({
      /** The visible characters at the key's start and end. */
      masked: z.string(),
      /** The time at which the API key was created or entered. */
      createdAt: z.string(),
      /** The time at which a program last used the API key, to the minute; null if never. */
      lastUsedAt: z.nullable(z.string()),
      /** Since when the upstream service has rejected the API key; null if it does not. */
      rejectedAt: z.nullable(z.string()),
    }),
  ),
});
export type Profile = z.infer<typeof profile>;

const shownKey = z.object({ apiKey: z.string() });

/**
 * The user's own API key, as the profile page shows it. Revealing responds with 409 if there is no
 * key that can be shown, and replacing if API keys are entered.
 */
export const apiKeyEndpoints = endpoints('session', roles, {
  readProfile: [
    'GET /portal/profile',
    'Read my account, the base address and the masked API key.',
    { response: profile },
  ],
  revealApiKey: [
    'POST /portal/api-key/reveal',
    'Show the API key, within 5 minutes of confirming the password.',
    { response: shownKey },
  ],
  replaceApiKey: [
    'POST /portal/api-key/replace',
    'Replace the API key, where the portal makes it; the old one stops working immediately. Within 5 minutes of confirming the password.',
    { response: shownKey },
  ],
});

const absent = 'Enter an API key.';

/**
 * An API key of the upstream service, as pasted. All that is known of the key's format is that it
 * is sent in a header.
 */
export const enteredKey = z.strictObject({
  apiKey: z
    .string({ error: () => absent })
    .check(
      z.trim(),
      z.minLength(1, absent),
      z.maxLength(4096, 'This is too long for an API key.'),
      z.regex(/^[\x21-\x7e]*$/, 'An API key contains only letters, digits and symbols, no spaces.'),
    ),
});

/** A person of the partner, and the state of their API key for the upstream service. */
export const person = z.object({
  /** The ID of the person's contact. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: session.shape.account.shape.role,
  /** null if no API key is stored. */
  apiKey: z.nullable(
    z.object({
      createdAt: z.string(),
      /** Since when the upstream service has rejected the API key; null if it does not. */
      rejectedAt: z.nullable(z.string()),
    }),
  ),
});
export type Person = z.infer<typeof person>;

/**
 * Endpoints to enter API keys of the upstream service, for oneself and for an admin’s people.
 * They respond with 409 if the portal issues the API keys.
 */
export const enteredKeyEndpoints = endpoints('session', ['partner-admin'], {
  enterApiKey: [
    'PUT /portal/api-key',
    'Enter my API key of the upstream service, which is asked whether it accepts the key. Within 5 minutes of confirming the password.',
    { roles, body: enteredKey },
  ],
  listPeople: [
    'GET /portal/people',
    'List the people of my partner and whether each has an API key.',
    { response: z.array(person) },
  ],
  enterApiKeyFor: [
    'PUT /portal/people/:id/api-key',
    'Enter the API key of one of my partner’s people, as they would. Within 5 minutes of confirming my password.',
    { body: enteredKey },
  ],
});

/** How many named keys a person can have; how long an old key works beside its new one (hours). */
export const namedKeyLimits = {
  keys: 20,
  /** With those that were replaced and work on for some hours. */
  withReplaced: 40,
  name: 100,
  days: 3650,
  overlapHours: 24,
} as const;

/** A key for one program of a person, without its secret part. */
export const namedKey = z.object({
  id: z.string(),
  name: z.string(),
  masked: z.string(),
  /** Whether it changes nothing. */
  isReadOnly: z.boolean(),
  createdAt: z.string(),
  /** null: it does not expire. */
  expiresAt: z.nullable(z.string()),
  /** To the minute; null if never. */
  lastUsedAt: z.nullable(z.string()),
  /** From where it was used last. */
  lastAddress: z.nullable(z.string()),
});
export type NamedKey = z.infer<typeof namedKey>;

const wholeNumber = (max: number) => z.number().check(z.int(), z.minimum(0), z.maximum(max));

/** The input for a new named key. */
export const newNamedKey = z.strictObject({
  name: z.string({ error: () => 'Enter a name.' }).check(
    z.trim(),
    z.minLength(1, 'Enter a name.'),
    z.maxLength(namedKeyLimits.name, `Use at most ${namedKeyLimits.name} characters.`),
    z.refine((text) => !/\p{C}/u.test(text), 'Remove control characters.'),
  ),
  isReadOnly: z.boolean(),
  /** After how many days it expires; null: it does not. */
  days: z.nullable(wholeNumber(namedKeyLimits.days).check(z.minimum(1))),
});
/** Whose keys: the caller’s own, or of an integration that the caller manages. */
const ofAccount = { accountId: z.optional(z.string().check(z.maxLength(100))) };
export type NewNamedKey = z.infer<typeof newNamedKey>;

/** A new named key as the form has it: every control is a text. */
export const namedKeyForm = z.object({
  name: newNamedKey.shape.name,
  rights: z.enum(['full', 'read-only']),
  /** Empty: it does not expire. */
  days: z.string(),
});
export type NamedKeyForm = z.infer<typeof namedKeyForm>;

const shownNamedKey = z.extend(shownKey, { id: z.string() });

/**
 * The keys of the user’s programs, except the API key on the profile page, and of integrations.
 * Only where the portal makes the keys.
 */
export const namedKeyEndpoints = endpoints('session', roles, {
  listNamedKeys: [
    'GET /portal/api-keys',
    'List my named API keys, newest first, with when and from where each was used last.',
    { query: z.object(ofAccount), response: z.array(namedKey) },
  ],
  createNamedKey: [
    'POST /portal/api-keys',
    'Create a named API key, shown this once. Within 5 minutes of confirming the password.',
    { body: z.extend(newNamedKey, ofAccount), response: shownNamedKey },
  ],
  replaceNamedKey: [
    'POST /portal/api-keys/:id/replace',
    `Replace a named API key; the old one works on for some hours, ${namedKeyLimits.overlapHours} at most. Within 5 minutes of confirming the password.`,
    {
      body: z.strictObject({ overlapHours: wholeNumber(namedKeyLimits.overlapHours) }),
      response: shownNamedKey,
    },
  ],
  revokeNamedKey: [
    'DELETE /portal/api-keys/:id',
    'Revoke a named API key: it stops working immediately.',
  ],
});
