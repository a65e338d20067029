import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { Capabilities } from '#contract/portal/accounts.ts';
import { dealEndpoints } from '#contract/portal/deals.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { deal } from '#contract/v1/deals.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import { dealListQuery, type DealListQuery } from '#contract/v1/lists.ts';

import { call } from './client.ts';
import { holdingRows } from './held-rows.ts';
import { callList } from './lists.ts';
import { readRecord } from './records.ts';
import { useListSearch } from './search/list-search.ts';

/** The first part of every query key about deals. */
export const dealsKey = ['deals'] as const;

/** Returns the search of the list of deals, which is in the address, and callbacks to change it. */
export function useDealsSearch(capabilities: Capabilities) {
  return useListSearch(dealListQuery, capabilities);
}

/**
 * Returns the query for a page of deals. While another page loads, the previous page stays visible.
 */
export function dealsQuery(search: DealListQuery) {
  const queryKey = [...dealsKey, 'list', toSearchParams(dealListQuery, search).toString()];
  return queryOptions({
    queryKey,
    ...holdingRows(queryKey),
    queryFn: ({ signal }) => callList(v1.listDeals, deal, search, signal),
    placeholderData: keepPreviousData,
  });
}

/** Returns the query for one deal. */
export function dealQuery(id: string) {
  return queryOptions({
    queryKey: [...dealsKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await call(v1.readDeal, {
        params: { id },
        signal,
        read: (raw) => readRecord(deal, raw),
      });
      return data;
    },
  });
}

/**
 * Returns the query for the lead that became a deal; null if there is none that the user may read.
 */
export function dealLeadQuery(id: string) {
  return queryOptions({
    queryKey: [...dealsKey, 'lead', id],
    queryFn: async ({ signal }) =>
      (await call(dealEndpoints.readDealLead, { params: { id }, signal })).data.lead,
  });
}
