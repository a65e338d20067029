import { leadListQuery, type LeadListQuery } from '#contract/v1/lists.ts';
import { searchParams, readSearch } from '#src/api/lists.ts';

/** What the list of leads shows, as its address says it; what makes no sense there is as if it were absent. */
export function parseLeadsSearch(params: URLSearchParams): LeadListQuery {
  return readSearch(leadListQuery, params);
}

/** The address of the list that shows something else: another page by itself, anything else from the first page on. */
export function changedLeadsSearch(
  search: LeadListQuery,
  change: Partial<LeadListQuery>,
): URLSearchParams {
  return searchParams({ ...search, page: 1, cursor: '', ...change });
}
