import { queryOptions } from '@tanstack/react-query';

import {
  dealCountsQuery,
  dealGroupsQuery,
  leadCountsQuery,
  leadGroupsQuery,
  listCountEndpoints,
} from '#contract/portal/list-counts.ts';
import { type QuerySchema, toSearchParams } from '#contract/query-string.ts';
import { call } from '#src/api/client.ts';

import type { RecordFilters, RecordsSearch } from './list/record-source.ts';

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
    queryFn: async ({ signal }) => (await call(endpoint, { query, signal })).counts,
  });
}

const groupEndpoints = {
  leads: { endpoint: listCountEndpoints.sumLeads, schema: leadGroupsQuery },
  deals: { endpoint: listCountEndpoints.sumDeals, schema: dealGroupsQuery },
} as const;

/** Returns the query for the numbers of records and their sums, by what a list is grouped by. */
export function listGroupsQuery(list: keyof typeof groupEndpoints, search: RecordsSearch) {
  const { endpoint, schema } = groupEndpoints[list];
  const query = toSearchParams<QuerySchema>(schema, { ...search, by: search.group ?? '' });
  return queryOptions({
    queryKey: [list, 'groups', query.toString()],
    meta: { records: [countEndpoints[list].type] },
    queryFn: async ({ signal }) => (await call(endpoint, { query, signal })).groups,
  });
}
