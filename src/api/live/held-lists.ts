import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

import type { ListPage, Parts, RecordRow } from '#src/api/lists.ts';
import { recordId } from '#src/api/records.ts';
import { mark } from '#src/lib/marks.ts';

type Page = ListPage<RecordRow>;

/**
 * Decides what is shown after a refresh that nobody asked for. New values appear in their places,
 * which are marked for some seconds. The new rows of a list wait until the person asks for them, so
 * that no row moves under the pointer.
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
      // A list that is being loaded anyway gives way to what arrives. Which rows are unread is
      // neither held nor marked.
      if (
        isConcerned(query) &&
        query.queryKey[1] !== 'unread' &&
        query.state.fetchStatus === 'idle'
      )
        this.#expected.add(query.queryHash);
  }

  /** Returns the page to show when the service's response is `current`. */
  hold(queryKey: QueryKey, shown: Page, current: Page): Page {
    const hash = hashKey(queryKey);
    if (!this.#expected.delete(hash) || shown.rows.length === 0) return current;
    const byId = new Map(current.rows.map((row) => [recordId(row), row]));
    const rows = shown.rows.map((row) => {
      const value = byId.get(recordId(row)) ?? row;
      return isEqual(value, row) ? row : value;
    });
    const waiting = waitingText(queryKey, { shown, current });
    const news = waiting ?? newsText(queryKey, { shown, current });
    this.#current.set(hash, current);
    const changed = rows.filter((row, at) => row !== shown.rows[at]);
    mark(
      hash,
      changed.flatMap((row) => recordId(row) ?? []),
    );
    const onShow = waiting === undefined ? null : () => this.#show(queryKey);
    const held = { waiting: news, onShow };
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

  /**
   * Marks what changed in the parts of a query's data: new values, and what is new among the
   * others. What follows after the last known one was only pushed there.
   */
  mark(queryKey: QueryKey, shown: readonly Parts[], current: readonly Parts[]): void {
    // What the person saves is not marked.
    if (this.#queryClient.isMutating() > 0) return;
    const hash = hashKey(queryKey);
    if (!this.#expected.delete(hash)) return;
    mark(
      hash,
      current.flatMap((parts, at) => changedParts(shown[at] ?? {}, parts)),
    );
  }
}

/** Returns the names of the parts that are new or have another value. */
function changedParts(shown: Parts, current: Parts): string[] {
  const names = Object.keys(current);
  const end = names.findLastIndex((name) => Object.hasOwn(shown, name));
  return names.filter((name, at) =>
    Object.hasOwn(shown, name) ? !isEqual(shown[name], current[name]) : at < end,
  );
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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
