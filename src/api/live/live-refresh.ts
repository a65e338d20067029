import { focusManager, type Query, type QueryClient, type QueryMeta } from '@tanstack/react-query';

import type { LiveChange } from '#contract/portal/live/live.ts';
import { aboutRecords, unasked } from '#src/api/query-meta.ts';

/** The least time between two refreshes, in milliseconds. */
const minIntervalMs = 1_000;

/** Returns whether a change concerns a query with this `meta`. */
export function concerns({ type, ids }: LiveChange, meta: QueryMeta | undefined): boolean {
  if (meta === undefined) return true;
  return (
    meta.records.includes(type) && (ids === null || meta.id === undefined || ids.includes(meta.id))
  );
}

/** Reads the visible queries that match again, though nobody asked for it. */
export function readUnasked(
  queryClient: QueryClient,
  filters: { predicate: (query: Query) => boolean },
): void {
  for (const query of queryClient.getQueryCache().findAll({ ...filters, type: 'active' })) {
    const { fetchStatus, fetchMeta } = query.state;
    // What is being read because the person asked for it is shown at once.
    const isUnasked = fetchStatus === 'idle' || fetchMeta === unasked;
    const options = { cancelRefetch: true, ...(isUnasked && { meta: unasked }) };
    query.fetch(undefined, options).catch(() => {});
  }
}

/**
 * Keeps loaded data true to the changes: queries that are visible are read again, at most once per
 * second however many changes there are; all others once they are shown.
 */
export class LiveRefresh {
  readonly #queryClient: QueryClient;
  #changes: LiveChange[] = [];
  #isAll = false;
  #refreshedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #unsubscribe: () => void;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
    // A hidden tab reads again once it is visible.
    this.#unsubscribe = focusManager.subscribe(() =>
      this.#read((query) => query.state.isInvalidated && aboutRecords.predicate(query)),
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
    this.#timer ??= setTimeout(
      () => this.#refresh(),
      Math.max(0, this.#refreshedAt + minIntervalMs - Date.now()),
    );
  }

  #refresh(): void {
    const changes = this.#changes;
    const isAll = this.#isAll;
    this.#timer = undefined;
    this.#changes = [];
    this.#isAll = false;
    this.#refreshedAt = Date.now();
    const isConcerned = ({ meta }: Query) =>
      isAll ? aboutRecords.predicate({ meta }) : changes.some((change) => concerns(change, meta));
    void this.#queryClient.invalidateQueries({ predicate: isConcerned, refetchType: 'none' });
    this.#read(isConcerned);
  }

  #read(predicate: (query: Query) => boolean): void {
    if (focusManager.isFocused()) readUnasked(this.#queryClient, { predicate });
  }
}
