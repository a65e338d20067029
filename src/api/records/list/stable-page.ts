import {
  hashKey,
  type QueryKey,
  type QueryMeta,
  replaceEqualDeep,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';

import type { Sort } from '#contract/v1/list-parameters.ts';
import { backgroundRefetch, highlightChanges, useHighlights } from '#src/api/query-changes.ts';
import type { ListNews } from '#src/lib/list-news.ts';

import type { ListPage, PageSearch } from './record-source.ts';

/** The identity of a row: the id of a record or, in a file, the number of the row. */
export interface ListRow {
  readonly record?: { readonly id: string; readonly fields?: unknown };
  readonly id?: string | undefined;
  readonly row?: number;
}
const rowId = ({ record, id, row }: ListRow) => record?.id ?? id ?? `${row}`;

/** The request of a list. A list without `sort` has one order. */
export type OrderedSearch = PageSearch & { readonly sort?: Sort };

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
export function useStablePage<Row extends ListRow>(
  { data, isPlaceholderData }: UseQueryResult<ListPage<Row>>,
  { queryKey, meta }: { queryKey: QueryKey; meta?: QueryMeta | undefined },
  search: OrderedSearch,
) {
  const queryClient = useQueryClient();
  const requested = { queryKey, current: data, page: data, changed: none };
  const [shown, setShown] = useState<Shown<Row>>(requested);
  const isSameList = hashKey(shown.queryKey) === hashKey(queryKey);
  // While another page loads, the rows stay as they are shown.
  if (!isPlaceholderData && (data !== shown.current || !isSameList)) {
    const isBackground =
      isSameList && queryClient.getQueryState(queryKey)?.fetchMeta === backgroundRefetch;
    const isHeld = isBackground && data && shown.page && shown.page.rows.length > 0;
    setShown(isHeld ? { ...requested, ...withNewValues(shown.page, data) } : requested);
  }
  useEffect(() => {
    highlightChanges(queryClient, shown.queryKey, shown.changed);
  }, [queryClient, shown]);
  const { page, current } = shown;
  const news = page && current && !isPlaceholderData && findNews(page, current, search);
  const showAll = () => setShown({ ...shown, page: current, changed: none });
  return {
    page: useMemo(() => page && { ...page, total: current?.total }, [page, current]),
    pending: news ? toPending(news, meta, showAll) : undefined,
    changed: useHighlights(queryKey),
  };
}

/** Returns what a list shows on request, and how; null if it is on another page. */
function toPending(news: ListNews, meta: QueryMeta | undefined, showAll: () => void) {
  const onShow = news.kind === 'elsewhere' ? null : showAll;
  return { news, recordType: meta?.records[0], onShow };
}

/** Returns a page with the values that its rows have now, and the ids of the rows that changed. */
function withNewValues<Row extends ListRow>(page: ListPage<Row>, current: ListPage<Row>) {
  const byId = new Map(current.rows.map((row) => [rowId(row), row]));
  const rows = page.rows.map((row) => replaceEqualDeep(row, byId.get(rowId(row)) ?? row));
  const isSame = newRows(page, current) === 0;
  return {
    // The next page begins where the shown rows end. The total reveals new rows on the first page.
    page: { ...(isSame ? current : page), rows, total: page.total },
    changed: rows.filter((row, at) => getValues(row) !== getValues(page.rows[at])).map(rowId),
  };
}

/** Returns what is highlighted in a row when it changes: not that it was read. */
const getValues = (row: ListRow | undefined) => row?.record?.fields ?? row;

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

/** Returns what a page does not show yet; undefined if nothing. */
function findNews(
  page: ListPage<ListRow>,
  current: ListPage<ListRow>,
  search: OrderedSearch,
): ListNews | undefined {
  const above = newRows(page, current);
  const isNewestFirst = search.sort?.by === 'createdAt' && search.sort.descending;
  if (above === 0) {
    const isLonger = (current.total ?? 0) > (page.total ?? Infinity);
    const isNews = isLonger && isNewestFirst && search.page > 1;
    return isNews ? { kind: 'elsewhere' } : undefined;
  }
  const isNews = above !== undefined && isNewestFirst && search.page === 1;
  return isNews ? { kind: 'new', count: above } : { kind: 'changed' };
}
