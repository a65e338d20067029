import { keepPreviousData } from '@tanstack/react-query';

import { searchEndpoints, searchLimits } from '#contract/portal/search.ts';
import { endpointQuery } from '#src/api/endpoint-query.ts';
import { ServiceError } from '#src/api/service-error.ts';

/**
 * Returns the query for the leads and deals that a text finds, the best match first. The text is
 * sent in the body of the request, and forgotten by the portal soon after.
 */
export function recordSearchQuery(q: string, limit: number = searchLimits.records) {
  return endpointQuery(searchEndpoints.searchRecords, ['record-search', q, limit], {
    body: { q, limit },
    // The results keep their places while the arrow keys move through them.
    records: [],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}

/** Returns why words can't be searched for; undefined if a search failed for another reason. */
export function explainInvalidSearch(error: Error): string | undefined {
  return error instanceof ServiceError ? error.fields['q'] : undefined;
}
