import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { web } from '#contract/web/endpoints.ts';

import { call } from './client.ts';

/** Who I am, the base address, and what is known of my API key without its secret. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => (await call(web.readProfile, { signal })).data,
});

/** Gives the password again. @throws ServiceError 400 with a fault for `password` when it is wrong. */
export async function confirmPassword(password: string): Promise<void> {
  await call(web.confirmPassword, { body: { password } });
}

/** The whole API key. @throws ServiceError 403 when the password was not given in the last 5 minutes. */
export async function revealApiKey(): Promise<string> {
  const { data } = await call(web.revealApiKey, {});
  return data.apiKey;
}

/** Replaces the API key by a new one, which it answers; the old one is dead. 403 as with {@link revealApiKey}. */
export function useReplaceApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(web.replaceApiKey, {})).data.apiKey,
    onSuccess: () => queryClient.invalidateQueries(profileQuery),
    // The answer is a secret: not kept once the page is left.
    gcTime: 0,
  });
}
