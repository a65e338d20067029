import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { historyEndpoints, type HistoryPage } from '#contract/portal/history.ts';
import { listsByType, type RecordType } from '#contract/v1/record-types.ts';
import { call } from '#src/api/client.ts';

/** The record whose history is read. */
export interface HistoryOf {
  readonly type: RecordType;
  readonly id: string;
}

const endpoints = {
  lead: historyEndpoints.readLeadHistory,
  deal: historyEndpoints.readDealHistory,
};

/** Entries per page. */
const pageSize = 20;

/** Returns the first part of the key of every query about a record's history. */
export function historyKey({ type, id }: HistoryOf) {
  return [listsByType[type], 'history', id] as const;
}

/** Returns the query for a record's history, newest first, page by page. */
export function recordHistoryQuery(record: HistoryOf) {
  return infiniteQueryOptions({
    queryKey: [...historyKey(record), 'all'],
    meta: { records: [record.type], id: record.id },
    queryFn: async ({ pageParam, signal }) =>
      readHistory(record, { cursor: pageParam, isStatusOnly: false, pageSize }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

/**
 * Returns the query for the statuses that a deal has had, newest first: as many as one response
 * has, which is more than a deal's path has steps.
 */
export function dealStatusesQuery(id: string) {
  const record = { type: 'deal', id } as const;
  return queryOptions({
    queryKey: [...historyKey(record), 'path'],
    meta: { records: ['deal'], id },
    queryFn: async ({ signal }) => {
      const page = { cursor: null, isStatusOnly: true, pageSize: 100 };
      return (await readHistory(record, page, signal)).entries;
    },
  });
}

async function readHistory(
  { type, id }: HistoryOf,
  page: { cursor: string | null; isStatusOnly: boolean; pageSize: number },
  signal: AbortSignal,
): Promise<HistoryPage> {
  const query = new URLSearchParams({ pageSize: String(page.pageSize) });
  if (page.isStatusOnly) query.set('statusOnly', 'true');
  if (page.cursor !== null) query.set('cursor', page.cursor);
  return call(endpoints[type], { params: { id }, query, signal });
}
