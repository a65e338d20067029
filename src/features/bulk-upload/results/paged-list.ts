import type { UseQueryResult } from '@tanstack/react-query';

import type { Page } from '#src/api/bulk-uploads.ts';
import { useLoadError } from '#src/api/load-error.ts';

import type { PageSearch } from './results.search.ts';

/** Returns the requested page of a list, as far as it is loaded, with the handlers for paging. */
export function usePagedList<Row, S extends PageSearch>(
  query: UseQueryResult<Page<Row>>,
  search: S,
  onSearch: (search: S) => void,
) {
  const { data, isPlaceholderData: isStale } = query;
  const loadError = useLoadError(query);
  // Rows of the previous page do not reappear while a failed page is retried.
  const shown = isStale && loadError?.hasFailed ? undefined : data;
  return {
    list: { rows: shown?.rows, total: shown?.total, isStale, loadError },
    page: search.page,
    pageSize: search.pageSize,
    onPage: (page: number) => onSearch({ ...search, page }),
    onPageSize: (pageSize: number) => onSearch({ ...search, pageSize, page: 1 }),
  };
}
