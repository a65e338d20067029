import type { UseQueryResult } from '@tanstack/react-query';

type Awaited = Pick<UseQueryResult, 'isLoading' | 'failureCount' | 'errorUpdateCount'>;

/**
 * Returns whether one of a page's queries loads for the first time, so that the page is shown once
 * and whole. A query that has failed once is not waited for: the page is shown without it.
 */
export function isAwaited(queries: readonly Awaited[]): boolean {
  return queries.some(
    ({ isLoading, failureCount, errorUpdateCount }) =>
      isLoading && failureCount === 0 && errorUpdateCount === 0,
  );
}
