import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';

import {
  type BulkChange,
  bulkChangeEndpoints as endpoints,
  type Change,
  changedLeadListQuery,
  type Selection,
} from '#contract/portal/bulk-changes.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { call, onThisClock, fetchResponse } from '#src/api/client.ts';
import { aboutRecords, pauseMarks } from '#src/api/query-changes.ts';
import { retryIntervalMs } from '#src/api/query-errors.ts';

import { useListSearch } from './list/list-search.ts';
import { listPageQuery } from './list/record-source.ts';

/** How often the progress of a change is read while the service works on it, in milliseconds. */
const progressMs = 500;
/** For how long after a response rows that change are the person's own change, in milliseconds. */
const ownChangeMs = 5_000;

const bulkChangesKey = ['bulk-changes'] as const;

/** Returns whether the service works on a change. */
export function isInProgress({ state }: Pick<BulkChange, 'state'>): boolean {
  return state === 'applying' || state === 'undoing';
}

/** Returns a change of a response; until when it can be undone is by this device's clock. */
function received(change: BulkChange, headers: Headers): BulkChange {
  const { undoUntil } = change;
  if (undoUntil === null) return change;
  return { ...change, undoUntil: new Date(onThisClock(undoUntil, headers)).toISOString() };
}

/** The query for the user's latest bulk changes, newest first. */
export const bulkChangesQuery = queryOptions({
  queryKey: [...bulkChangesKey, 'list'],
  meta: { records: [] },
  queryFn: async ({ signal }) => {
    const { data, headers } = await fetchResponse(endpoints.listBulkChanges, { signal });
    return data.map((change) => received(change, headers));
  },
});

/** The query for one bulk change, read again while the service works on it. */
export function bulkChangeQuery(id: string) {
  const queryKey = [...bulkChangesKey, 'one', id];
  return queryOptions({
    queryKey,
    meta: { records: [] },
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<BulkChange>(queryKey);
      const { data, headers } = await fetchResponse(endpoints.readBulkChange, {
        params: { id },
        signal,
      });
      if (isInProgress(data)) pauseMarks(ownChangeMs);
      else if (before && isInProgress(before)) readAgain(client);
      return received(data, headers);
    },
    refetchInterval: (query) =>
      query.state.status === 'success' && query.state.data && isInProgress(query.state.data)
        ? progressMs
        : retryIntervalMs(query),
  });
}

/** Reads again what shows leads, after a change of the user's own to many of them. */
function readAgain(client: QueryClient): void {
  pauseMarks(ownChangeMs);
  void client.invalidateQueries(aboutRecords);
  void client.invalidateQueries({ queryKey: [...bulkChangesKey, 'list'] });
  void client.invalidateQueries({ queryKey: [...bulkChangesKey, 'leads'] });
}

type ChangedLeadSearch = z.output<typeof changedLeadListQuery>;

/** Returns the search of the leads of a change, which is in the address. */
export const useChangedLeadsSearch = () => useListSearch(changedLeadListQuery);

/** Returns the query for a page of the leads of a change, with what became of each. */
export function changedLeadsQuery(id: string, search: ChangedLeadSearch) {
  const input = { params: { id }, query: toSearchParams(changedLeadListQuery, search) };
  return listPageQuery(endpoints.listChangedLeads, [...bulkChangesKey, 'leads', id], input);
}

/** How many are named of the leads that would be changed, and of those that can’t be. */
const maxNamed = { pending: 5, rejected: 3 } as const;

type NamedOutcome = keyof typeof maxNamed;

/** The query for the first leads of a prepared change with an outcome. */
export function namedLeadsQuery(id: string, outcome: NamedOutcome) {
  return changedLeadsQuery(id, { page: 1, pageSize: maxNamed[outcome], outcome });
}

/** Returns the mutations that prepare a change to many leads, apply it and undo it. */
export function useBulkChange() {
  const queryClient = useQueryClient();
  const store = (change: BulkChange) => {
    if (isInProgress(change)) pauseMarks(ownChangeMs);
    queryClient.setQueryData(bulkChangeQuery(change.id).queryKey, change);
  };
  const onSuccess = (change: BulkChange) => {
    store(change);
    if (!isInProgress(change)) readAgain(queryClient);
    void queryClient.invalidateQueries({ queryKey: bulkChangesQuery.queryKey });
  };
  return {
    prepare: useMutation({
      // With the leads that the preview names: what came later would move its buttons.
      mutationFn: async (body: { selection: Selection; change: Change }) => {
        const data = await call(endpoints.prepareBulkChange, { body });
        const named = (['pending', 'rejected'] as const).filter((each) => data.outcomes[each] > 0);
        await Promise.all(
          named.map(async (outcome) => queryClient.fetchQuery(namedLeadsQuery(data.id, outcome))),
        );
        return data;
      },
      onSuccess: store,
    }),
    apply: useAct(endpoints.applyBulkChange, onSuccess),
    undo: useAct(endpoints.undoBulkChange, onSuccess),
  };
}

function useAct(
  endpoint: typeof endpoints.applyBulkChange | typeof endpoints.undoBulkChange,
  onSuccess: (change: BulkChange) => void,
) {
  return useMutation({
    mutationFn: async (id: string) => {
      const { data, headers } = await fetchResponse(endpoint, { params: { id } });
      return received(data, headers);
    },
    onSuccess,
  });
}
