import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { type Session, accountEndpoints } from '#contract/portal/accounts.ts';
import { paths } from '#src/lib/paths.ts';

import { call } from './client.ts';
import { hasCode } from './service-error.ts';
import { isSignInRequired, resumeRequests, subscribeToSignInRequired } from './sign-in-required.ts';

/** The query for the signed-in user and the service's capabilities; null when signed out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  meta: { records: [] },
  queryFn: async (): Promise<Session | null> => {
    try {
      return await call(accountEndpoints.readSession, { signedOut: 'throw' });
    } catch (error) {
      if (hasCode(error, 'not-signed-in')) return null;
      throw error;
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

/**
 * Returns the session, for use inside the frame, where someone is always signed in.
 * @throws an Error when signed out
 */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('nobody is signed in');
  return data;
}

/** Returns whether the signed-in user is of the support staff. */
export function useIsSupport(): boolean {
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  return data?.account.role === 'support';
}

/** Returns whether calls are waiting for the user to sign in again. */
export function useIsSignInNeeded(): boolean {
  return useSyncExternalStore(subscribeToSignInRequired, isSignInRequired, isSignInRequired);
}

/**
 * Returns the mutation that signs out here and in every other tab. Reloads the page, so that none
 * of the user's data stays in memory.
 */
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

/** The account that is signed in now, broadcast to all tabs; null when signed out. */
interface Change {
  accountId: string | null;
}

const tabs = () => new BroadcastChannel('portal-session');

function notifyOtherTabs(change: Change): void {
  const channel = tabs();
  channel.postMessage(change);
  channel.close();
}

/**
 * Returns the function that takes over the session of somebody who has just signed in here, for all
 * tabs. Waiting calls continue, but if someone else signed in than before, the home page is loaded
 * instead.
 */
export function useReceiveSignIn() {
  const queryClient = useQueryClient();
  return (session: Session) => {
    notifyOtherTabs({ accountId: session.account.id });
    receive(queryClient, session.account.id);
    queryClient.setQueryData(sessionQuery.queryKey, session);
  };
}

/** Follows sign-ins and sign-outs in other tabs: all tabs share one session. */
export function followOtherTabs(queryClient: QueryClient): void {
  tabs().addEventListener('message', ({ data }: MessageEvent<Change>) =>
    receive(queryClient, data.accountId),
  );
}

/**
 * Lets waiting calls continue if the same user signed in again. Leaves the page if another user
 * signed in or the user signed out, because the page isn't theirs to see.
 */
function receive(queryClient: QueryClient, accountId: string | null): void {
  const known = queryClient.getQueryData(sessionQuery.queryKey);
  if (!known || known.account.id === accountId) {
    if (accountId !== null) resumeRequests();
    return;
  }
  location.assign(accountId === null ? paths.signIn() : '/');
}
