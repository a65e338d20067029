import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

import type { ListPage, RecordRow } from '#src/api/lists.ts';
import { recordId } from '#src/api/records.ts';

/** How long a changed row is marked, in milliseconds. */
const markedMs = 6_000;

type Page = ListPage<RecordRow>;

/**
 * Decides which rows a list shows after a refresh that nobody asked for. New values appear in their
 * rows, which are marked for some seconds; new rows wait until the person asks for them, so that no
 * row moves under the pointer.
 */
export class HeldLists {
  readonly #queryClient: QueryClient;
  /** The lists whose next response was not asked for by the person. */
  readonly #expected = new Set<string>();
  /** The service's last response for each list with waiting rows. */
  readonly #current = new Map<string, Page>();

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  /** Prepares for a refresh of the visible queries that match. */
  expect(isConcerned: (query: Query) => boolean): void {
    const queries = this.#queryClient.getQueryCache().findAll({ type: 'active' });
    for (const query of queries)
      // A list that is being loaded anyway gives way to what arrives.
      if (isConcerned(query) && query.state.fetchStatus === 'idle')
        this.#expected.add(query.queryHash);
  }

  /** Returns the page to show when the service's response is `current`. */
  hold(queryKey: QueryKey, shown: Page, current: Page): Page {
    const hash = hashKey(queryKey);
    if (!this.#expected.delete(hash) || shown.rows.length === 0) return current;
    const byId = new Map(current.rows.map((row) => [recordId(row), row]));
    const changed = new Set(shown.held?.changed);
    const rows = shown.rows.map((row) => {
      const value = byId.get(recordId(row)) ?? row;
      if (JSON.stringify(value) === JSON.stringify(row)) return row;
      changed.add(recordId(row));
      return value;
    });
    const waiting = waitingText(queryKey, { shown, current });
    const news = waiting ?? newsText(queryKey, { shown, current });
    this.#current.set(hash, current);
    if (changed.size > 0) setTimeout(() => this.#unmark(queryKey), markedMs);
    const onShow = waiting === undefined ? null : () => this.#show(queryKey);
    const held = { changed, waiting: news, onShow };
    // The next page begins where the shown rows end.
    const { next, prev } = waiting === undefined ? current : shown;
    return { ...current, rows, next, prev, held };
  }

  #show(queryKey: QueryKey): void {
    const current = this.#current.get(hashKey(queryKey));
    this.#current.delete(hashKey(queryKey));
    this.#expected.delete(hashKey(queryKey));
    if (current) this.#queryClient.setQueryData(queryKey, current);
  }

  #unmark(queryKey: QueryKey): void {
    this.#queryClient.setQueryData<Page>(queryKey, (page) =>
      page?.held ? { ...page, held: { ...page.held, changed: new Set() } } : page,
    );
  }
}

/** What a list shows, and what the service has. */
interface Pages {
  readonly shown: Page;
  readonly current: Page;
}

/** Returns what waits to be shown on this page: "3 new leads"; undefined for nothing. */
function waitingText(queryKey: QueryKey, { shown, current }: Pages): string | undefined {
  const shownIds = shown.rows.map(recordId);
  const ids = current.rows.map(recordId);
  const known = new Set(shownIds);
  const first = ids.findIndex((id) => known.has(id));
  const above = first === -1 ? ids.length : first;
  // Rows above push as many from the page.
  const expected = [...ids.slice(0, above), ...shownIds].slice(
    0,
    Math.max(ids.length, shownIds.length),
  );
  const isOther = expected.length !== ids.length || expected.some((id, at) => id !== ids[at]);
  if (!isOther && above === 0) return undefined;
  const { isNewestFirst, isFirstPage, noun } = viewOf(queryKey);
  if (isOther || !isNewestFirst || !isFirstPage) return 'This page has changed';
  return `${above} new ${noun}${above === 1 ? '' : 's'}`;
}

/** Returns that there are new records on the first page; undefined if not, or if this is it. */
function newsText(queryKey: QueryKey, { shown, current }: Pages): string | undefined {
  const { isNewestFirst, isFirstPage, noun } = viewOf(queryKey);
  if (!isNewestFirst || isFirstPage) return undefined;
  const isLonger = (current.total ?? 0) > (shown.total ?? Infinity);
  return isLonger || (shown.held?.waiting !== undefined && shown.held.onShow === null)
    ? `New ${noun}s on page 1`
    : undefined;
}

/**
 * Returns which part of a list a query is for. Its key lacks parameters that have their default.
 */
function viewOf([nouns, , search]: QueryKey) {
  const params = new URLSearchParams(String(search));
  return {
    isNewestFirst: !params.has('sort'),
    isFirstPage: !params.has('page'),
    noun: String(nouns).slice(0, -1),
  };
}
