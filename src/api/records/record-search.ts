import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { searchEndpoints, searchLimits } from '#contract/portal/search.ts';
import { call } from '#src/api/client.ts';
import { ServiceError } from '#src/api/service-error.ts';

/**
 * Returns the query for the leads and deals that a text finds, the best match first. The text is
 * sent in the body of the request, and forgotten by the portal soon after.
 */
export function recordSearchQuery(q: string, limit: number = searchLimits.records) {
  return queryOptions({
    queryKey: ['record-search', q, limit],
    meta: { records: [] },
    queryFn: async ({ signal }) =>
      (await call(searchEndpoints.searchRecords, { body: { q, limit }, signal })).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}

/** Returns why words can't be searched for; undefined if a search failed for another reason. */
export function explainInvalidSearch(error: Error): string | undefined {
  return error instanceof ServiceError ? error.fields['q'] : undefined;
}
