import { focusManager, type Query, type QueryClient, type QueryMeta } from '@tanstack/react-query';

import type { LiveChange } from '#contract/portal/live/live.ts';
import { aboutRecords, backgroundRefetch } from '#src/api/query-changes.ts';

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
export async function refetchInBackground(
  queryClient: QueryClient,
  filters: { predicate: (query: Query) => boolean },
): Promise<void> {
  const queries = queryClient.getQueryCache().findAll({ ...filters, type: 'active' });
  const reads = queries.map(async (query) => {
    const { fetchStatus, fetchMeta } = query.state;
    // A fetch that the person asked for and that is still running is shown at once.
    const isBackground = fetchStatus === 'idle' || fetchMeta === backgroundRefetch;
    const options = { cancelRefetch: true, ...(isBackground && { meta: backgroundRefetch }) };
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
    if (focusManager.isFocused()) await refetchInBackground(this.#queryClient, { predicate });
  }
}
