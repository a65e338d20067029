import { focusManager, type QueryClient } from '@tanstack/react-query';

import { isGateClosed, subscribeToGate } from '#src/api/client.ts';
import { aboutRecords } from '#src/api/query-meta.ts';
import { scriptAddress } from '#src/lib/script-address.ts';
import { createStore, useStore } from '#src/lib/store.ts';

import {
  LiveConnection,
  type LiveMessage,
  type LiveStatus,
  type TabMessage,
} from './live-connection.ts';
import { LiveRefresh, readUnasked } from './live-refresh.ts';
import workerAddress from './live.worker.ts?worker&url';

/** How often visible data is read again where nothing tells of changes, in milliseconds. */
const pollIntervalMs = 30_000;

/** How the page learns of changes. Times are in milliseconds since the epoch. */
export type LiveUpdates =
  | { readonly kind: 'starting' }
  /** Changes arrive. */
  | { readonly kind: 'stream'; readonly status: LiveStatus }
  /** The visible queries are read again regularly, the last time at `at`. */
  | { readonly kind: 'polled'; readonly at: number };

const updates = createStore<LiveUpdates>({ kind: 'starting' });

/** Returns how the page learns of changes. */
export const useLiveUpdates = (): LiveUpdates => useStore(updates);

/** Begins to follow the changes of records. Returns a function that stops. */
export function followChanges(queryClient: QueryClient, accountId: string, hasStream: boolean) {
  const canShareConnection = 'SharedWorker' in globalThis || 'locks' in navigator;
  return hasStream && canShareConnection ? followStream(queryClient, accountId) : poll(queryClient);
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
    return updates.set({ kind: 'stream', status: message.status });
  }

  const send = joinConnection(accountId, handleMessage);
  const { signal } = ending;
  const retry = () => send({ kind: 'retry' });
  const leaveGate = subscribeToGate(() => isGateClosed() || retry());
  const handleVisibility = () => document.visibilityState === 'visible' && retry();
  document.addEventListener('visibilitychange', handleVisibility, { signal });
  addEventListener('pagehide', () => send({ kind: 'leave' }), { signal });
  // A page that the browser had put away missed what happened meanwhile.
  const handleReturn = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    send({ kind: 'follow', loadedSince });
    refresh.addAll();
  };
  addEventListener('pageshow', handleReturn, { signal });
  send({ kind: 'follow', loadedSince });
  return () => {
    ending.abort();
    leaveGate();
    refresh.stop();
    send({ kind: 'leave' });
  };
}

function poll(queryClient: QueryClient): () => void {
  const setTime = () => {
    const times = queryClient
      .getQueryCache()
      .findAll({ ...aboutRecords, type: 'active' })
      .map(({ state }) => state.dataUpdatedAt);
    const at = Math.max(0, ...times);
    const shown = updates.get();
    if (at > 0 && !(shown.kind === 'polled' && shown.at === at))
      updates.set({ kind: 'polled', at });
  };
  setTime();
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') setTime();
  });
  const timer = setInterval(() => {
    if (focusManager.isFocused()) void readUnasked(queryClient, aboutRecords);
  }, pollIntervalMs);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

/**
 * Joins the connection that all tabs of an account share, so that ten tabs leave the browser its
 * other connections to the service: in a shared worker or, where there is none, in the tab that
 * holds a lock.
 */
function joinConnection(accountId: string, onMessage: (message: LiveMessage) => void) {
  const name = `portal-live-${accountId}`;
  return 'SharedWorker' in globalThis ? joinWorker(name, onMessage) : joinLeader(name, onMessage);
}

function joinWorker(name: string, onMessage: (message: LiveMessage) => void) {
  const { port } = new SharedWorker(scriptAddress(workerAddress), { type: 'module', name });
  port.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => onMessage(data));
  port.start();
  return (message: TabMessage) => port.postMessage(message);
}

/** Exported for its test. */
function joinLeader(name: string, onMessage: (message: LiveMessage) => void) {
  // A channel delivers to all tabs but the one that posts.
  const channel = new BroadcastChannel(name);
  let leader: LiveConnection | undefined;
  let lastId: string | undefined;
  const receive = (message: LiveMessage) => {
    if (message.kind === 'changes') lastId = message.id;
    onMessage(message);
  };
  const post = (message: LiveMessage) => {
    channel.postMessage(message);
    receive(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<LiveMessage | TabMessage>) => {
    if (data.kind === 'follow' || data.kind === 'retry' || data.kind === 'leave')
      leader?.handle(data);
    else receive(data);
  });
  void navigator.locks.request(name, async () => {
    leader = new LiveConnection(post, performance.timeOrigin, lastId);
    // Until the tab is closed: then the lock goes to another one.
    await new Promise(() => {});
  });
  return (message: TabMessage) => {
    channel.postMessage(message);
    leader?.handle(message);
  };
}
