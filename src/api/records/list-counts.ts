import { queryOptions } from '@tanstack/react-query';

import {
  dealCountsQuery,
  leadCountsQuery,
  listCountEndpoints,
} from '#contract/portal/list-counts.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { call } from '#src/api/client.ts';

import type { ListFilters } from './list/filter-words.ts';

const countsOf = {
  leads: { type: 'lead', endpoint: listCountEndpoints.countLeads, schema: leadCountsQuery },
  deals: { type: 'deal', endpoint: listCountEndpoints.countDeals, schema: dealCountsQuery },
} as const;

/** Returns the query for the numbers of records by status, with the other filters of a list. */
export function listCountsQuery(list: keyof typeof countsOf, search: ListFilters) {
  const { type, endpoint, schema } = countsOf[list];
  const query = toSearchParams(schema, search);
  return queryOptions({
    queryKey: [list, 'counts', query.toString()],
    meta: { records: [type] },
    queryFn: async ({ signal }) => (await call(endpoint, { query, signal })).data.counts,
  });
}
