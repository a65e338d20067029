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
      /** Since when the service behind the portal rejects it; null: it does not. */
      rejectedAt: z.nullable(z.string()),
    }),
  ),
});
export type Profile = z.infer<typeof profile>;

const shownKey = z.object({ apiKey: z.string() });

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
};
