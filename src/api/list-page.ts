import {
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Capabilities } from '#contract/portal/accounts.ts';

import { following, type ListPage, type ListSearch, pageSearch } from './lists.ts';
import { useLoadError } from './load-error.ts';

/** Returns the query for a search of a list. */
type QueryOf<S, R, K extends QueryKey> = (
  search: S,
) => UseQueryOptions<ListPage<R>, Error, ListPage<R>, K> & { queryKey: K };

/**
 * Returns the requested page of a list and the callbacks that open other pages. Prefetches the next
 * page.
 */
export function useListPage<S extends ListSearch, R, K extends QueryKey>(
  queryOf: QueryOf<S, R, K>,
  search: S,
  capabilities: Capabilities,
  onSearch: (search: S) => void,
) {
  const query = useQuery(queryOf(search));
  const { data, isPlaceholderData: isStale } = query;
  const loadError = useLoadError(query);
  // When this page failed, the previous page's rows stay hidden while it is retried.
  const shown = isStale && loadError?.hasFailed ? undefined : data;
  const next = useNextPage(queryOf, search, isStale ? undefined : shown);
  const follows = shown && following(search, shown, next);
  // The previous page's rows don't show the size of this page.
  const pageSize = isStale ? search.pageSize : (follows?.pageSize ?? search.pageSize);
  return {
    list: {
      rows: shown?.rows,
      total: shown?.total ?? (capabilities.count ? ('many' as const) : undefined),
      isStale,
      loadError,
    },
    page: search.page,
    pageSize,
    hasNext: follows?.hasNext ?? false,
    maxPageSize: capabilities.maxPageSize,
    onPage: (page: number) => onSearch(pageSearch({ ...search, pageSize }, page, shown)),
    onPageSize: (size: number) => onSearch({ ...search, pageSize: size, page: 1, cursor: '' }),
  };
}

/**
 * Calls `act` when the browser is idle, or after 200 ms in Safari, which lacks
 * `requestIdleCallback`. Returns a function that cancels the call.
 */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(act, { timeout: 1000 });
  return () => cancelIdleCallback(request);
}

/**
 * Prefetches the next page once this page is painted, so that this page isn't delayed. Returns the
 * next page when loaded. The list re-renders for it only without a total: then only the next page
 * shows whether more rows follow.
 */
function useNextPage<S extends ListSearch, R, K extends QueryKey>(
  queryOf: QueryOf<S, R, K>,
  search: S,
  shown: ListPage<R> | undefined,
): ListPage<R> | undefined {
  const queryClient = useQueryClient();
  const isUncounted = shown !== undefined && shown.total === undefined && shown.rows.length > 0;
  useEffect(() => {
    if (shown === undefined) return undefined;
    if (!isUncounted && !following(search, shown, undefined).hasNext) return undefined;
    const next = queryOf(pageSearch(search, search.page + 1, shown));
    return whenIdle(() => void queryClient.prefetchQuery(next));
  }, [queryClient, queryOf, search, shown, isUncounted]);

  const { placeholderData: _, ...next } = queryOf(pageSearch(search, search.page + 1, shown));
  const { data } = useQuery({
    ...next,
    enabled: false,
    notifyOnChangeProps: isUncounted ? ['data'] : [],
  });
  return data;
}
