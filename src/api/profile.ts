import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { accountEndpoints } from '#contract/web/accounts.ts';
import { apiKeyEndpoints } from '#contract/web/api-keys.ts';

import { call } from './client.ts';

/** Who I am, the base address, and what is known of my API key without its secret. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => (await call(apiKeyEndpoints.readProfile, { signal })).data,
});

/** Gives the password again. @throws ServiceError 400 with an error for `password` when it is wrong. */
export async function confirmPassword(password: string): Promise<void> {
  await call(accountEndpoints.confirmPassword, { body: { password } });
}

/** The whole API key. @throws ServiceError 403 when the password was not given in the last 5 minutes. */
export async function revealApiKey(): Promise<string> {
  const { data } = await call(apiKeyEndpoints.revealApiKey, {});
  return data.apiKey;
}

/** Replaces the API key by a new one, which it answers; the old one is dead. 403 as with {@link revealApiKey}. */
export function useReplaceApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(apiKeyEndpoints.replaceApiKey, {})).data.apiKey,
    onSuccess: () => queryClient.invalidateQueries(profileQuery),
    // The answer is a secret: not kept once the page is left.
    gcTime: 0,
  });
}
