import { dealListQuery, type DealListQuery } from '#contract/v1/lists.ts';
import { readSearch } from '#src/api/lists.ts';

/** Returns the deal list's parameters from an address. Invalid parameters count as absent. */
export function parseDealsSearch(params: URLSearchParams): DealListQuery {
  return readSearch(dealListQuery, params);
}
