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
  apiKey: z.object({
    /** Its beginning and its last four characters. */
    masked: z.string(),
    createdAt: z.string(),
    /** To the minute; null: never. */
    lastUsedAt: z.nullable(z.string()),
  }),
});
export type Profile = z.infer<typeof profile>;

const shownKey = z.object({ apiKey: z.string() });

/** The profile page and the API key on it. */
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
      'Replace the API key; the old one dies at once. Within 5 minutes of confirming the password.',
    auth: 'session',
    roles,
    answer: shownKey,
  }),
};
