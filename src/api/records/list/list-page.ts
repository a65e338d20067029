import {
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';

import { paging } from '#contract/v1/paging.ts';
import { useLoadError } from '#src/api/query-errors.ts';
import { whenIdle } from '#src/lib/load-lazily.ts';

import { type ListPage, nextPageInfo, pageSearch, type PageSearch } from './record-source.ts';
import { type ListRow, type OrderedSearch, useStablePage } from './stable-page.ts';

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
