import type { UseQueryResult } from '@tanstack/react-query';

import type { Page } from '#src/api/bulk-uploads.ts';

import type { PageSearch } from './results.search.ts';

/** The page of a list that was asked for, as far as it is there, and the ways to others. */
export function pagedList<Row, S extends PageSearch>(
  { data, error, isFetching, isPlaceholderData, refetch }: UseQueryResult<Page<Row>>,
  search: S,
  onSearch: (search: S) => void,
) {
  return {
    list: {
      rows: data?.rows,
      total: data?.total,
      isStale: isPlaceholderData,
      error,
      isFetching,
      onRetry: () => void refetch(),
    },
    page: search.page,
    pageSize: search.pageSize,
    onPage: (page: number) => onSearch({ ...search, page }),
    onPageSize: (pageSize: number) => onSearch({ ...search, pageSize, page: 1 }),
  };
}
