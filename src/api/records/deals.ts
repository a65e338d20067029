import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { boardQuery, dealEndpoints } from '#contract/portal/deals.ts';
import { type QuerySchema, toSearchParams } from '#contract/query-string.ts';
import { dealReads } from '#contract/v1/deal-endpoints.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { deal } from '#contract/v1/deals.ts';
import { chosenColumns, chosenGroup } from '#contract/v1/list-parameters.ts';
import { paging } from '#contract/v1/lists.ts';
import { dealStatuses, type DealStatus } from '#contract/v1/values.ts';
import { call } from '#src/api/client.ts';
import { readRecord } from '#src/api/read-record.ts';

import { type RecordsSearch, recordSource } from './list/record-source.ts';

/** The first part of every query key about deals. */
export const dealsKey = ['deals'] as const;

/** The source of deals. */
export const dealSource = recordSource({
  type: 'deal',
  endpoint: dealReads.listDeals,
  schema: deal,
  pageSchema: z.extend(dealListQuery, {
    view: z.prefault(z.enum(['list', 'board']), 'list'),
    column: z.prefault(z.enum(['', ...dealStatuses]), ''),
    columns: chosenColumns(),
    group: chosenGroup(),
  }),
});

/** Returns the query for the columns of the board and their numbers. */
export function dealsBoardQuery(search: RecordsSearch) {
  const query = toSearchParams<QuerySchema>(boardQuery, search);
  return {
    queryKey: [...dealsKey, 'board', query.toString()],
    meta: { records: ['deal' as const] },
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const { columns } = await call(dealEndpoints.readDealsBoard, { query, signal });
      return { columns, total: columns.reduce((sum, { total }) => sum + total, 0) };
    },
    placeholderData: keepPreviousData,
  };
}

/** Returns the query for the deals of one column of the board, page by page. */
export function columnQuery(search: RecordsSearch, status: DealStatus) {
  const ofColumn = { ...search, status: [status], page: paging.page, pageSize: paging.pageSize };
  return infiniteQueryOptions({
    queryKey: [...dealsKey, 'column', `${dealSource.params({ ...ofColumn, cursor: '' })}`],
    meta: { records: ['deal'] },
    queryFn: ({ signal, pageParam }) => dealSource.read({ ...ofColumn, cursor: pageParam }, signal),
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
      return call(dealReads.readDeal, {
        params: { id },
        signal,
        read: (raw) => readRecord(deal, raw),
      });
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
      (await call(dealEndpoints.readDealLead, { params: { id }, signal })).lead,
  });
}
