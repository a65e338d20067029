import { focusManager, type Query, type QueryClient, type QueryMeta } from '@tanstack/react-query';

import type { LiveChange } from '#contract/portal/live/live.ts';
import { isSignInRequired, subscribeToSignInRequired } from '#src/api/client.ts';
import { aboutRecords, unasked } from '#src/api/query-changes.ts';
import { scriptAddress } from '#src/lib/script-address.ts';
import { createStore, useStore } from '#src/lib/store.ts';

import {
  LiveConnection,
  type LiveMessage,
  type LiveStatus,
  type TabMessage,
} from './live-connection.ts';
import workerAddress from './live.worker.ts?worker&url';

/** How often visible data is refetched where no stream reports changes, in milliseconds. */
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

/** The time from one refresh to the next, in milliseconds: four times as long as it read. */
const intervalMs = { min: 250, max: 1_000 };

/** Returns whether a change concerns a query with this `meta`. */
export function affects({ type, ids }: LiveChange, meta: QueryMeta | undefined): boolean {
  if (meta === undefined) return true;
  return (
    meta.records.includes(type) && (ids === null || meta.id === undefined || ids.includes(meta.id))
  );
}

/** Refetches the visible queries that match, in the background. Never rejects. */
export async function readUnasked(
  queryClient: QueryClient,
  filters: { predicate: (query: Query) => boolean },
): Promise<void> {
  const queries = queryClient.getQueryCache().findAll({ ...filters, type: 'active' });
  const reads = queries.map(async (query) => {
    const { fetchStatus, fetchMeta } = query.state;
    // A fetch that the person asked for and that is still running is shown at once.
    const isUnasked = fetchStatus === 'idle' || fetchMeta === unasked;
    const options = { cancelRefetch: true, ...(isUnasked && { meta: unasked }) };
    return query.fetch(undefined, options);
  });
  await Promise.allSettled(reads);
}

/**
 * Keeps loaded data up to date: queries that are visible are read again, four times per
 * second at most, and the less often the longer that takes; all others once they are shown.
 */
export class LiveRefresh {
  readonly #queryClient: QueryClient;
  #changes: LiveChange[] = [];
  #isAll = false;
  #nextAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #unsubscribe: () => void;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
    // A hidden tab reads again once it is visible.
    this.#unsubscribe = focusManager.subscribe(
      () => void this.#read((query) => query.state.isInvalidated && aboutRecords.predicate(query)),
    );
  }

  /** Refreshes what the changes concern. */
  add(changes: readonly LiveChange[]): void {
    this.#changes.push(...changes);
    this.#schedule();
  }

  /** Refreshes everything about records. */
  addAll(): void {
    this.#isAll = true;
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#refresh(), Math.max(0, this.#nextAt - Date.now()));
  }

  async #refresh(): Promise<void> {
    const changes = this.#changes;
    const isAll = this.#isAll;
    this.#timer = undefined;
    this.#changes = [];
    this.#isAll = false;
    const startedAt = Date.now();
    this.#nextAt = startedAt + intervalMs.max;
    const isConcerned = ({ meta }: Query) =>
      isAll ? aboutRecords.predicate({ meta }) : changes.some((change) => affects(change, meta));
    void this.#queryClient.invalidateQueries({ predicate: isConcerned, refetchType: 'none' });
    await this.#read(isConcerned);
    const pauseMs = Math.max(intervalMs.min, 4 * (Date.now() - startedAt));
    this.#nextAt = Math.min(this.#nextAt, startedAt + pauseMs);
    if (this.#timer !== undefined) this.#schedule();
  }

  async #read(predicate: (query: Query) => boolean): Promise<void> {
    if (focusManager.isFocused()) await readUnasked(this.#queryClient, { predicate });
  }
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
