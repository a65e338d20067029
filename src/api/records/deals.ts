import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import * as z from 'zod/mini';

import type { Capabilities } from '#contract/portal/accounts.ts';
import { boardQuery, dealEndpoints } from '#contract/portal/deals.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { dealReads } from '#contract/v1/deal-endpoints.ts';
import { dealListQuery, type DealListQuery } from '#contract/v1/deal-lists.ts';
import { deal } from '#contract/v1/deals.ts';
import { chosenColumns } from '#contract/v1/list-parameters.ts';
import { paging } from '#contract/v1/lists.ts';
import { dealStatuses, type DealStatus } from '#contract/v1/values.ts';
import { call } from '#src/api/client.ts';
import { readRecord } from '#src/api/read-record.ts';

import { useListSearch } from './list/list-search.ts';
import { callList } from './list/lists.ts';

/** The first part of every query key about deals. */
export const dealsKey = ['deals'] as const;

/**
 * The address of the page of deals: the query of the list; whether to show the deals as a list or
 * as a board; which column of the board to show where there is space for one; and the columns of
 * the list.
 */
export const dealsPageQuery = z.extend(dealListQuery, {
  view: z.prefault(z.enum(['list', 'board']), 'list'),
  column: z.prefault(z.enum(['', ...dealStatuses]), ''),
  columns: chosenColumns(),
});
export type DealsPageQuery = z.output<typeof dealsPageQuery>;

/** Returns the search of the page of deals, which is in the address, and callbacks to change it. */
export function useDealsSearch(capabilities: Capabilities) {
  return useListSearch(dealsPageQuery, capabilities);
}

/**
 * Returns the query for a page of deals. While another page loads, the previous page stays visible.
 */
export function dealsQuery(search: DealListQuery) {
  return queryOptions({
    queryKey: [...dealsKey, 'list', toSearchParams(dealListQuery, search).toString()],
    meta: { records: ['deal'] },
    queryFn: ({ signal }) => callList(dealReads.listDeals, deal, search, signal),
    placeholderData: keepPreviousData,
  });
}

/** Returns the query for the columns of the board and their numbers. */
export function dealsBoardQuery(search: DealListQuery) {
  const query = toSearchParams(boardQuery, search);
  return queryOptions({
    queryKey: [...dealsKey, 'board', query.toString()],
    meta: { records: ['deal'] },
    queryFn: async ({ signal }) =>
      (await call(dealEndpoints.readDealsBoard, { query, signal })).data.columns,
    placeholderData: keepPreviousData,
  });
}

/**
 * Returns how many deals the board shows, once its numbers are loaded; undefined for the list.
 * Requests nothing: the board does.
 */
export function useBoardTotal(search: DealsPageQuery): number | undefined {
  const { data, isPlaceholderData } = useQuery({ ...dealsBoardQuery(search), enabled: false });
  if (search.view !== 'board' || isPlaceholderData) return undefined;
  return data?.reduce((sum, { total }) => sum + total, 0);
}

/** Returns the query for the deals of one column of the board, page by page. */
export function columnQuery(search: DealListQuery, status: DealStatus) {
  const ofColumn = { ...search, status: [status], page: paging.page, pageSize: paging.pageSize };
  const key = toSearchParams(dealListQuery, { ...ofColumn, cursor: '' }).toString();
  return infiniteQueryOptions({
    queryKey: [...dealsKey, 'column', key],
    meta: { records: ['deal'] },
    queryFn: ({ signal, pageParam }) =>
      callList(dealReads.listDeals, deal, { ...ofColumn, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** Returns the query for one deal. */
export function dealQuery(id: string) {
  return queryOptions({
    queryKey: [...dealsKey, 'one', id],
    meta: { records: ['deal'], id },
    queryFn: async ({ signal }) => {
      const { data } = await call(dealReads.readDeal, {
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
    meta: { records: ['deal'], id },
    queryFn: async ({ signal }) =>
      (await call(dealEndpoints.readDealLead, { params: { id }, signal })).data.lead,
  });
}
