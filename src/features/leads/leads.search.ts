import { leadListQuery, type LeadListQuery } from '#contract/v1/lists.ts';
import { readSearch } from '#src/api/lists.ts';

/** Returns the lead list's parameters from an address. Invalid parameters count as absent. */
export function parseLeadsSearch(params: URLSearchParams): LeadListQuery {
  return readSearch(leadListQuery, params);
}
