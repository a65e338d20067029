import * as z from 'zod/mini';

import { endpoints, roles } from '#contract/endpoint.ts';

import { session } from './accounts.ts';

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
  enterApiKey: {
    route: 'PUT /portal/api-key',
    summary:
      'Enter my API key of the upstream service, which is asked whether it accepts the key. Within 5 minutes of confirming the password.',
    roles,
    body: enteredKey,
  },
  listPeople: {
    route: 'GET /portal/people',
    summary: 'List the people of my partner and whether each has an API key.',
    response: z.array(person),
  },
  enterApiKeyFor: {
    route: 'PUT /portal/people/:id/api-key',
    summary:
      'Enter the API key of one of my partner’s people, as they would. Within 5 minutes of confirming my password.',
    body: enteredKey,
  },
});
