import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { markedDeal } from '#contract/portal/deal-list.ts';
import { dealEndpoints } from '#contract/portal/deals.ts';
import { dealReads } from '#contract/v1/deal-endpoints.ts';
import { dealListQuery } from '#contract/v1/deal-lists.ts';
import { deal } from '#contract/v1/deals.ts';
import { chosenColumns, chosenGroup } from '#contract/v1/list-parameters.ts';
import { call } from '#src/api/client.ts';
import { readRecord } from '#src/api/read-record.ts';

import { recordSource } from './list/record-source.ts';

/** The first part of every query key about deals. */
export const dealsKey = ['deals'] as const;

/** The source of deals. */
export const dealSource = recordSource({
  type: 'deal',
  endpoint: dealReads.listDeals,
  schema: markedDeal,
  pageSchema: z.extend(dealListQuery, {
    columns: chosenColumns(),
    group: chosenGroup(),
  }),
});

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
