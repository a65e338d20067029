import { dealListQuery, type DealListQuery } from '#contract/v1/lists.ts';
import { readSearch } from '#src/api/lists.ts';

/** What the list of deals shows, as its address says it; what makes no sense there is as if it were absent. */
export function parseDealsSearch(params: URLSearchParams): DealListQuery {
  return readSearch(dealListQuery, params);
}
