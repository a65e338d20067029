import {
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Capabilities } from '#contract/web/accounts.ts';

import { following, type ListPage, type ListSearch, pageSearch } from './lists.ts';
import { useLoadError } from './load-error.ts';

/** What a list is asked by: its search as a query. */
type QueryOf<S, R, K extends QueryKey> = (
  search: S,
) => UseQueryOptions<ListPage<R>, Error, ListPage<R>, K> & { queryKey: K };

/** The page of a list that the search asks for, and the ways to others; the next one is fetched before it is wanted. */
export function useListPage<S extends ListSearch, R, K extends QueryKey>(
  queryOf: QueryOf<S, R, K>,
  search: S,
  capabilities: Capabilities,
  onSearch: (search: S) => void,
) {
  const query = useQuery(queryOf(search));
  const { data, isPlaceholderData: isStale } = query;
  const loadError = useLoadError(query);
  // Rows of the page before do not come back while this one, which failed, is tried again.
  const shown = isStale && loadError?.hasFailed ? undefined : data;
  const next = useNextPage(queryOf, search, isStale ? undefined : shown);
  const follows = shown && following(search, shown, next);
  // Rows of the page before tell nothing of this one's size.
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

/** In a moment in which the browser has nothing to draw; Safari, which cannot tell, is given time to. Answers how to give it up. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(act, { timeout: 1000 });
  return () => cancelIdleCallback(request);
}

/** Asks for the next page once this one is painted, so that it does not keep it waiting. Answers it where it alone tells whether more follows. */
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
