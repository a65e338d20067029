import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { type Credentials, type NewPassword, signInEndpoints } from '#contract/portal/sign-in.ts';
import { call } from '#src/api/client.ts';
import { receiveSignIn } from '#src/api/session.ts';

/** The query for what the sign-in page shows. */
export const signInQuery = queryOptions({
  queryKey: ['sign-in'],
  meta: { records: [] },
  queryFn: async ({ signal }) => (await call(signInEndpoints.readSignIn, { signal })).data,
  staleTime: Infinity,
});

/**
 * Returns the mutation that signs in. Waiting calls continue, but if someone else signed in than
 * before, the home page is loaded instead.
 */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (credentials: Credentials) =>
      (await call(signInEndpoints.signIn, { body: credentials })).data,
    onSuccess: (session) => {
      receiveSignIn(queryClient, session);
    },
  });
}

/** Sets a password with the token of a single-use link. Returns the account's email. */
export async function setPassword(input: NewPassword): Promise<string> {
  const { data } = await call(signInEndpoints.setPassword, { body: input });
  return data.email;
}

/** Asks for a link to set a forgotten password, by email. */
export async function requestPasswordLink(email: string): Promise<void> {
  await call(signInEndpoints.requestPasswordLink, { body: { email } });
}
