import {
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Offers } from '#contract/web/accounts.ts';

import { hasNextPage, type ListPage, type ListSearch, pageSearch } from './lists.ts';

/** What a list is asked by: its search as a query. */
type QueryOf<S, R, K extends QueryKey> = (
  search: S,
) => UseQueryOptions<ListPage<R>, Error, ListPage<R>, K> & { queryKey: K };

/** The page of a list that the search asks for, and the ways to others; the next one is fetched before it is wanted. */
export function useListPage<S extends ListSearch, R, K extends QueryKey>(
  queryOf: QueryOf<S, R, K>,
  search: S,
  offers: Offers,
  onSearch: (search: S) => void,
) {
  const {
    data,
    error,
    isFetching,
    isPlaceholderData: isStale,
    refetch,
  } = useQuery(queryOf(search));
  useNextPage(queryOf, search, isStale ? undefined : data);
  return {
    list: {
      rows: data?.rows,
      total: data?.total ?? (offers.count ? ('many' as const) : undefined),
      isStale,
      error,
      isFetching,
      onRetry: () => void refetch(),
    },
    page: search.page,
    pageSize: search.pageSize,
    onPage: (page: number) => onSearch(pageSearch(search, page, data)),
    onPageSize: (pageSize: number) => onSearch({ ...search, pageSize, page: 1, cursor: '' }),
  };
}

/** In a moment in which the browser has nothing to draw; Safari, which cannot tell, is given time to. Answers how to give it up. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(act, { timeout: 1000 });
  return () => cancelIdleCallback(request);
}

/** Asks for the next page once this one is painted, so that it does not keep it waiting. */
function useNextPage<S extends ListSearch, R, K extends QueryKey>(
  queryOf: QueryOf<S, R, K>,
  search: S,
  shown: ListPage<R> | undefined,
): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (shown === undefined || !hasNextPage(search, shown)) return undefined;
    const next = queryOf(pageSearch(search, search.page + 1, shown));
    return whenIdle(() => void queryClient.prefetchQuery(next));
  }, [queryClient, queryOf, search, shown]);
}
