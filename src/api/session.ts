import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import type { Credentials, NewPassword, Session } from '#contract/web/accounts.ts';
import { accountEndpoints } from '#contract/web/accounts.ts';
import { paths } from '#src/lib/paths.ts';

import { call } from './client.ts';
import { ServiceError } from './service-error.ts';
import { isGateClosed, openGate, subscribeToGate } from './sign-in-gate.ts';

/** Who is signed in and what the service offers; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      return (await call(accountEndpoints.readSession, { signedOut: 'throw' })).data;
    } catch (error) {
      if (error instanceof ServiceError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

/** Who is signed in, inside the frame, where somebody always is. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('nobody is signed in');
  return data;
}

/** The demo accounts to sign in with; none outside demo mode. */
export const demoAccountsQuery = queryOptions({
  queryKey: ['demo-accounts'],
  queryFn: async ({ signal }) =>
    (await call(accountEndpoints.readSignIn, { signal })).data.demoAccounts,
  staleTime: Infinity,
});

/** Whether calls wait because the person has to sign in again. */
export function useIsSignInNeeded(): boolean {
  return useSyncExternalStore(subscribeToGate, isGateClosed);
}

/** Signs in: lets waiting calls go on, or, when it is somebody else than before, starts anew at their own home. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (credentials: Credentials) =>
      (await call(accountEndpoints.signIn, { body: credentials })).data,
    onSuccess: (session) => {
      notifyOtherTabs({ accountId: session.account.id });
      receive(queryClient, session.account.id);
      queryClient.setQueryData(sessionQuery.queryKey, session);
    },
  });
}

/** Signs out here and in every other tab. The page is loaded anew, so that nothing of the person stays in memory. */
export function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      await call(accountEndpoints.signOut, {});
    },
    onSuccess: () => {
      notifyOtherTabs({ accountId: null });
      location.assign(paths.signIn());
    },
  });
}

/** Sets a password with the token of a single-use link; answers the account's email. */
export async function setPassword(input: NewPassword): Promise<string> {
  const { data } = await call(accountEndpoints.setPassword, { body: input });
  return data.email;
}

/** Who is signed in now, told to all tabs; null: nobody. */
interface Change {
  accountId: string | null;
}

const tabs = () => new BroadcastChannel('portal-session');

function notifyOtherTabs(change: Change): void {
  const channel = tabs();
  channel.postMessage(change);
  channel.close();
}

/** Follows sign-ins and sign-outs of other tabs: all tabs share one session. */
export function followOtherTabs(queryClient: QueryClient): void {
  tabs().addEventListener('message', ({ data }: MessageEvent<Change>) =>
    receive(queryClient, data.accountId),
  );
}

/** The same person again: waiting calls go on. Somebody else, or nobody: the page is not theirs to see. */
function receive(queryClient: QueryClient, accountId: string | null): void {
  const known = queryClient.getQueryData(sessionQuery.queryKey);
  if (!known || known.account.id === accountId) {
    if (accountId !== null) openGate();
    return;
  }
  location.assign(accountId === null ? paths.signIn() : '/');
}
