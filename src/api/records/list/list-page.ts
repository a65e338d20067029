import {
  type QueryKey,
  type QueryMeta,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
  hashKey,
  replaceEqualDeep,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useState, useMemo } from 'react';

import type { Sort } from '#contract/v1/list-parameters.ts';
import { paging } from '#contract/v1/lists.ts';
import { markChanged, unasked, useChangedMarks } from '#src/api/query-changes.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { whenIdle } from '#src/lib/load-later.ts';

import { nextPageInfo, type ListPage, pageSearch, type PageSearch } from './record-source.ts';

/** The query for a page of a list. */
export type PageQuery<Row, K extends QueryKey> = UseQueryOptions<
  ListPage<Row>,
  Error,
  ListPage<Row>,
  K
> & { queryKey: K };

/** Returns the query for a search of a list. */
type QueryOf<S, Row, K extends QueryKey> = (search: S) => PageQuery<Row, K>;

/** The capabilities of the list's service; by default, all. */
interface ListLimits {
  /** Whether the service counts the rows of all pages. */
  readonly count: boolean;
  readonly maxPageSize: number;
}
const noLimits: ListLimits = { count: true, maxPageSize: paging.maxPageSize };

/**
 * Returns the requested page of a list and the callbacks that open other pages. Prefetches the next
 * page.
 */
export function useListPage<S extends OrderedSearch, Row extends ListRow, K extends QueryKey>(
  toQuery: QueryOf<S, Row, K>,
  search: S,
  onSearch: (search: S) => void,
  limits = noLimits,
) {
  const options = toQuery(search);
  const query = useQuery(options);
  const { isPlaceholderData: isStale } = query;
  const loadError = useLoadError(query);
  const { page: stable, pending, changed } = useStablePage(query, options, search);
  // When this page failed, the previous page's rows stay hidden while it is retried.
  const shown = isStale && loadError?.hasFailed ? undefined : stable;
  const next = useNextPage(toQuery, search, isStale ? undefined : shown);
  const follows = shown && nextPageInfo(search, shown, next);
  // The previous page's rows don't show the size of this page.
  const pageSize = isStale ? search.pageSize : (follows?.pageSize ?? search.pageSize);
  return {
    list: { ...toListState(shown, limits), pending, changed, isStale, loadError },
    page: search.page,
    pageSize,
    hasNext: follows?.hasNext ?? false,
    maxPageSize: limits.maxPageSize,
    onPage: (page: number) => onSearch(pageSearch({ ...search, pageSize }, page, shown)),
    onPageSize: (size: number) => onSearch({ ...search, pageSize: size, page: 1, cursor: '' }),
  };
}

/** Returns what a list shows of its page. */
function toListState<Row>(shown: ListPage<Row> | undefined, limits: ListLimits) {
  return {
    rows: shown?.rows,
    total: shown?.total ?? (limits.count ? ('many' as const) : undefined),
  };
}

/**
 * Prefetches the next page once this page is painted, so that this page isn't delayed. Returns the
 * next page when loaded. The list re-renders for it only without a total: then only the next page
 * shows whether more rows follow.
 */
function useNextPage<S extends PageSearch, Row, K extends QueryKey>(
  toQuery: QueryOf<S, Row, K>,
  search: S,
  shown: ListPage<Row> | undefined,
): ListPage<Row> | undefined {
  const queryClient = useQueryClient();
  const isUncounted = shown !== undefined && shown.total === undefined && shown.rows.length > 0;
  useEffect(() => {
    if (shown === undefined) return undefined;
    if (!isUncounted && !nextPageInfo(search, shown, undefined).hasNext) return undefined;
    const next = toQuery(pageSearch(search, search.page + 1, shown));
    return whenIdle(() => void queryClient.prefetchQuery(next));
  }, [queryClient, toQuery, search, shown, isUncounted]);

  const { placeholderData: _, ...next } = toQuery(pageSearch(search, search.page + 1, shown));
  const { data } = useQuery({
    ...next,
    enabled: false,
    notifyOnChangeProps: isUncounted ? ['data'] : [],
  });
  return data;
}

/**
 * Returns how many rows a list has on all its pages, once one of them is loaded; undefined if that
 * is not known. `filters` are its search and filters as text. Requests nothing: the list does.
 */
export function useListTotal<Row, K extends QueryKey>(
  query: PageQuery<Row, K>,
  filters: string,
): number | undefined {
  const [known, setKnown] = useState<{ filters: string; total: number | undefined }>();
  const { data, isPlaceholderData } = useQuery({ ...query, enabled: false });
  const isNews = data && (known?.filters !== filters || known.total !== data.total);
  // Another page of the list has the same number.
  if (isNews && !isPlaceholderData) setKnown({ filters, total: data.total });
  return known?.filters === filters ? known.total : undefined;
}

/** The identity of a row: the id of a record or, in a file, the number of the row. */
interface ListRow {
  readonly record?: { readonly id: string };
  readonly id?: string | undefined;
  readonly row?: number;
}
const rowId = ({ record, id, row }: ListRow) => record?.id ?? id ?? `${row}`;

/** The request of a list. A list without `sort` has one order. */
type OrderedSearch = PageSearch & { readonly sort?: Sort };

/** The displayed part of a list. */
interface Shown<Row> {
  readonly queryKey: QueryKey;
  /** The latest page. */
  readonly current: ListPage<Row> | undefined;
  /** The page as the person last requested it, with the current values of its rows. */
  readonly page: ListPage<Row> | undefined;
  /** The ids of the rows that have just got other values. */
  readonly changed: readonly string[];
}
const none: readonly string[] = [];

/**
 * Returns the page of a list to show. After a background refetch, its rows keep their places and
 * show their new values, marked for some seconds. Other rows are pending until the person asks for
 * them, so no row moves under the pointer.
 */
function useStablePage<Row extends ListRow>(
  { data, isPlaceholderData }: UseQueryResult<ListPage<Row>>,
  { queryKey, meta }: { queryKey: QueryKey; meta?: QueryMeta | undefined },
  search: OrderedSearch,
) {
  const queryClient = useQueryClient();
  const asked = { queryKey, current: data, page: data, changed: none };
  const [shown, setShown] = useState<Shown<Row>>(asked);
  const isSameList = hashKey(shown.queryKey) === hashKey(queryKey);
  // While another page loads, the rows stay as they are shown.
  if (!isPlaceholderData && (data !== shown.current || !isSameList)) {
    const isUnasked = isSameList && queryClient.getQueryState(queryKey)?.fetchMeta === unasked;
    const isHeld = isUnasked && data && shown.page && shown.page.rows.length > 0;
    setShown(isHeld ? { ...asked, ...withNewValues(shown.page, data) } : asked);
  }
  useEffect(() => {
    markChanged(queryClient, shown.queryKey, shown.changed);
  }, [queryClient, shown]);
  const { page, current } = shown;
  const pending =
    page && current && !isPlaceholderData && pendingRows(page, current, search, meta?.records[0]);
  const showAll = () => setShown({ ...shown, page: current, changed: none });
  return {
    page: useMemo(() => page && { ...page, total: current?.total }, [page, current]),
    pending: pending ? { ...pending, onShow: pending.isElsewhere ? null : showAll } : undefined,
    changed: useChangedMarks(queryKey),
  };
}

/** Returns a page with the values that its rows have now, and the ids of the rows that changed. */
function withNewValues<Row extends ListRow>(page: ListPage<Row>, current: ListPage<Row>) {
  const byId = new Map(current.rows.map((row) => [rowId(row), row]));
  const rows = page.rows.map((row) => replaceEqualDeep(row, byId.get(rowId(row)) ?? row));
  const isSame = newRows(page, current) === 0;
  return {
    // The next page begins where the shown rows end. The total reveals new rows on the first page.
    page: { ...(isSame ? current : page), rows, total: page.total },
    changed: rows.filter((row, at) => row !== page.rows[at]).map(rowId),
  };
}

/**
 * Returns how many rows are new above those that a page shows; undefined if it has changed in
 * another way.
 */
function newRows(page: ListPage<ListRow>, current: ListPage<ListRow>): number | undefined {
  const shownIds = page.rows.map(rowId);
  const ids = current.rows.map(rowId);
  const first = ids.findIndex((id) => shownIds.includes(id));
  const above = first === -1 ? ids.length : first;
  // Rows above push as many from the page.
  const isPushed = ids.slice(above).every((id, at) => id === shownIds[at]);
  return isPushed && ids.length >= shownIds.length ? above : undefined;
}

/** Returns the label of the pending rows: "3 new leads", on a phone "3 new"; undefined for none. */
function pendingRows(
  page: ListPage<ListRow>,
  current: ListPage<ListRow>,
  search: OrderedSearch,
  recordType = 'row',
): { text: string; short: string; isElsewhere: boolean } | undefined {
  const above = newRows(page, current);
  const isNewestFirst = search.sort?.by === 'createdAt' && search.sort.descending;
  if (above === 0) {
    const isLonger = (current.total ?? 0) > (page.total ?? Infinity);
    const isNews = isLonger && isNewestFirst && search.page > 1;
    return isNews
      ? { text: `New ${recordType}s on page 1`, short: 'New on page 1', isElsewhere: true }
      : undefined;
  }
  const isNews = above !== undefined && isNewestFirst && search.page === 1;
  const news = {
    text: `${above} new ${recordType}${above === 1 ? '' : 's'}`,
    short: `${above} new`,
    isElsewhere: false,
  };
  return isNews ? news : { ...news, text: 'This page has changed', short: 'Changed' };
}
