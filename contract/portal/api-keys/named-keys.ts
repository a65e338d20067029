import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

/** How many named keys a person can have; how long an old key works beside its new one (hours). */
export const namedKeyLimits = { keys: 20, name: 100, days: 3650, overlapHours: 24 } as const;

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

const shownKey = z.object({ id: z.string(), apiKey: z.string() });

/**
 * The keys of the user’s programs, besides the API key on the profile page, and of integrations.
 * Only where the portal makes the keys.
 */
export const namedKeyEndpoints = endpoints('session', roles, {
  listNamedKeys: {
    route: 'GET /portal/api-keys',
    summary: 'List my named API keys, newest first, with when and from where each was used last.',
    query: z.object(ofAccount),
    response: z.array(namedKey),
  },
  createNamedKey: {
    route: 'POST /portal/api-keys',
    summary:
      'Create a named API key, shown this once. Within 5 minutes of confirming the password.',
    body: z.extend(newNamedKey, ofAccount),
    response: shownKey,
  },
  replaceNamedKey: {
    route: 'POST /portal/api-keys/:id/replace',
    summary: `Replace a named API key; the old one works on for some hours, ${namedKeyLimits.overlapHours} at most. Within 5 minutes of confirming the password.`,
    body: z.strictObject({ overlapHours: wholeNumber(namedKeyLimits.overlapHours) }),
    response: shownKey,
  },
  revokeNamedKey: {
    route: 'DELETE /portal/api-keys/:id',
    summary: 'Revoke a named API key: it stops working immediately.',
  },
});
