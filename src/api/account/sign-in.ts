import { useMutation, useQuery } from '@tanstack/react-query';

import { accountEndpoints, type Session } from '#contract/portal/accounts.ts';
import {
  type Credentials,
  type NewPassword,
  type NextStep,
  signInEndpoints,
} from '#contract/portal/sign-in.ts';
import { call } from '#src/api/client.ts';
import { endpointQuery } from '#src/api/endpoint-query.ts';
import { sessionQuery } from '#src/api/session.ts';
import { signInSentences } from '#src/lib/sign-in-sentences.ts';

import { recordConfirmed } from './confirmation.ts';

/** The query for what the sign-in page shows. */
export const signInQuery = endpointQuery(signInEndpoints.readSignIn, ['sign-in'], {
  records: [],
  staleTime: Infinity,
});

/** Returns the name of the identity provider of the signed-in user’s portal, if there is one. */
export const useProviderName = () => useQuery({ ...sessionQuery, enabled: false }).data?.provider;

/** Signs in with email and password. Returns the session, or the step that comes before it. */
export async function signIn(credentials: Credentials): Promise<Session | NextStep> {
  const data = await call(signInEndpoints.signIn, { body: credentials });
  return 'nextStep' in data ? data.nextStep : data;
}

/**
 * Takes the second step by a code.
 * @throws ServiceError 400 with an error for `code`, 401 when it took too long
 */
export async function confirmSignIn(code: string): Promise<Session> {
  return call(signInEndpoints.confirmSignIn, { body: { code } });
}

/** Takes the second step by setting up an authenticator app. */
export const setUpAtSignIn = {
  start: async () => call(signInEndpoints.startSetUp, {}),
  confirm: async (code: string) => call(signInEndpoints.confirmSetUp, { body: { code } }),
};

/**
 * Returns the mutation that goes to the identity provider, to sign in and return to an address. To
 * confirm the user's identity, it opens a new tab, so typed text stays.
 */
export function useLeaveForProvider(start: 'startProviderSignIn' | 'startProviderConfirmation') {
  return useMutation({
    mutationFn: async (returnTo: string) => {
      const data = await call(signInEndpoints[start], { body: { returnTo } });
      if (start === 'startProviderSignIn') location.assign(data.address);
      else if (window.open(data.address) === null) throw new Error(signInSentences.newTabBlocked);
    },
  });
}

/** Where to go after the provider has signed somebody in: the session, or the step before it. */
export interface ProviderSignIn {
  readonly returnTo: string;
  readonly next: Session | NextStep;
}

/** Signs in, or confirms the user's identity, with the response of the provider's redirect. */
export async function signInByProvider(response: string): Promise<ProviderSignIn> {
  const data = await call(signInEndpoints.signInByProvider, { body: { response } });
  if (data.isConfirmed) recordConfirmed();
  const next = data.nextStep ?? (await call(accountEndpoints.readSession, {}));
  return { returnTo: data.returnTo, next };
}

/** Sets a password with the token of a single-use link. Returns the account's email. */
export async function setPassword(input: NewPassword): Promise<string> {
  const data = await call(signInEndpoints.setPassword, { body: input });
  return data.email;
}

/** Changes an email with the token of the link sent to it, and returns it. */
export async function confirmEmail(token: string): Promise<string> {
  return (await call(signInEndpoints.confirmEmail, { body: { token } })).email;
}

/** Asks for a link to set a forgotten password, by email. */
export async function requestPasswordLink(email: string): Promise<void> {
  await call(signInEndpoints.requestPasswordLink, { body: { email } });
}
