import { apiKeyEndpoints } from '#contract/portal/api-keys.ts';
import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { call } from '#src/api/client.ts';
import { endpointQuery } from '#src/api/endpoint-query.ts';

import { confirmed, useConfirmedChange } from './confirmation.ts';

/** The query for the user's profile, the base URL, and the user's API key without its secret. */
export const profileQuery = endpointQuery(apiKeyEndpoints.readProfile, ['profile'], {
  records: [],
});

/**
 * Confirms the password.
 * @throws ServiceError 400 with an error for `password` when it is wrong
 */
export async function confirmPassword(password: string): Promise<void> {
  await call(signInEndpoints.confirmPassword, { body: { password } });
}

/** Returns the whole API key, once the password is confirmed. */
export async function revealApiKey(): Promise<string> {
  return confirmed(async () => (await call(apiKeyEndpoints.revealApiKey, {})).apiKey);
}

/**
 * Returns the mutation that replaces the API key and returns the new key; the old key stops
 * working.
 */
export function useReplaceApiKey() {
  return useConfirmedChange(
    profileQuery,
    async () => (await call(apiKeyEndpoints.replaceApiKey, {})).apiKey,
  );
}
