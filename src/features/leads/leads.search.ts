import { leadListQuery, type LeadListQuery } from '#contract/v1/lists.ts';
import { readSearch } from '#src/api/lists.ts';

/** What the list of leads shows, as its address says it; what makes no sense there is as if it were absent. */
export function parseLeadsSearch(params: URLSearchParams): LeadListQuery {
  return readSearch(leadListQuery, params);
}
