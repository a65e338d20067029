import type { QueryClient } from '@tanstack/react-query';

import { isSignInRequired, subscribeToSignInRequired } from '#src/api/sign-in-required.ts';

import { joinConnection } from './join-connection.ts';
import type { LiveMessage } from './live-connection.ts';
import { LiveRefresh } from './live-refresh.ts';
import { liveUpdates } from './live-updates.ts';
import { pollRecords } from './poll-records.ts';

/** Begins to follow the changes of records. Returns a function that stops. */
export function followChanges(queryClient: QueryClient, accountId: string, hasStream: boolean) {
  const canShareConnection = 'SharedWorker' in globalThis || 'locks' in navigator;
  return hasStream && canShareConnection
    ? followStream(queryClient, accountId)
    : pollRecords(queryClient);
}

function followStream(queryClient: QueryClient, accountId: string): () => void {
  const refresh = new LiveRefresh(queryClient);
  const loadedSince = performance.timeOrigin;
  const ending = new AbortController();
  let isJoined = false;

  function handleMessage(message: LiveMessage): void {
    if (ending.signal.aborted) return;
    if (message.kind === 'changes') return refresh.add(message.changes);
    if (message.kind === 'again') return refresh.addAll();
    // Events between the loading of this page and its joining went to the other tabs alone.
    if (!isJoined && message.lastEventAt > loadedSince) refresh.addAll();
    isJoined = true;
    return liveUpdates.set({ kind: 'stream', status: message.status });
  }

  const send = joinConnection(accountId, handleMessage);
  const { signal } = ending;
  const retry = () => send({ kind: 'retry' });
  const unsubscribe = subscribeToSignInRequired(() => isSignInRequired() || retry());
  const handleVisibility = () => document.visibilityState === 'visible' && retry();
  document.addEventListener('visibilitychange', handleVisibility, { signal });
  addEventListener('pagehide', () => send({ kind: 'leave' }), { signal });
  // A page restored from the back/forward cache has missed changes.
  const handleReturn = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    send({ kind: 'follow', loadedSince });
    refresh.addAll();
  };
  addEventListener('pageshow', handleReturn, { signal });
  send({ kind: 'follow', loadedSince });
  return () => {
    ending.abort();
    unsubscribe();
    refresh.stop();
    send({ kind: 'leave' });
  };
}
