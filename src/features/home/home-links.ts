import { toSearchParams } from '#contract/query-string.ts';
import { dealListQuery, type DealListQuery } from '#contract/v1/deal-lists.ts';
import { leadListQuery, type LeadListQuery } from '#contract/v1/lists.ts';
import { paths } from '#src/lib/paths.ts';

/** Returns the link to the list of leads that a number of the home page counts. */
export function leadsTo(search: Partial<LeadListQuery>): string {
  return paths.leads(toSearchParams(leadListQuery, search));
}

/** Returns the link to the list of deals that a number of the home page counts. */
export function dealsTo(search: Partial<DealListQuery>): string {
  return paths.deals(toSearchParams(dealListQuery, search));
}

/** The order in which a list begins with what waits longest. */
export const longestFirst = { by: 'subStatusSinceDate', descending: false } as const;
