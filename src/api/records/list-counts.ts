import { queryOptions } from '@tanstack/react-query';

import {
  dealCountsQuery,
  leadCountsQuery,
  listCountEndpoints,
} from '#contract/portal/list-counts.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { call } from '#src/api/client.ts';

import type { RecordFilters } from './list/filter-words.ts';

const countEndpoints = {
  leads: { type: 'lead', endpoint: listCountEndpoints.countLeads, schema: leadCountsQuery },
  deals: { type: 'deal', endpoint: listCountEndpoints.countDeals, schema: dealCountsQuery },
} as const;

/** Returns the query for the numbers of records by status, with the other filters of a list. */
export function listCountsQuery(list: keyof typeof countEndpoints, search: RecordFilters) {
  const { type, endpoint, schema } = countEndpoints[list];
  const query = toSearchParams(schema, search);
  return queryOptions({
    queryKey: [list, 'counts', query.toString()],
    meta: { records: [type] },
    queryFn: async ({ signal }) => (await call(endpoint, { query, signal })).data.counts,
  });
}
