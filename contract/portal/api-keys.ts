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
  readProfile: {
    route: 'GET /portal/profile',
    summary: 'Read my account, the base address and the masked API key.',
    response: profile,
  },
  revealApiKey: {
    route: 'POST /portal/api-key/reveal',
    summary: 'Show the API key, within 5 minutes of confirming the password.',
    response: shownKey,
  },
  replaceApiKey: {
    route: 'POST /portal/api-key/replace',
    summary:
      'Replace the API key, where the portal makes it; the old one stops working immediately. Within 5 minutes of confirming the password.',
    response: shownKey,
  },
});
