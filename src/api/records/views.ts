import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';

import { viewEndpoints } from '#contract/portal/views.ts';
import { recordTypes } from '#contract/v1/record-types.ts';
import { call } from '#src/api/client.ts';
import { endpointQuery } from '#src/api/endpoint-query.ts';

/** The query for the views that the user has. */
export const viewsQuery = endpointQuery(viewEndpoints.listViews, ['views'], {
  records: [],
  staleTime: 60_000,
});

/** The least time between two counts, in milliseconds, however many records change. */
const minCountIntervalMs = 10_000;

/** The query for the numbers of records of the pinned views. */
export const viewCountsQuery = queryOptions({
  queryKey: ['view-counts'],
  meta: { records: recordTypes },
  queryFn: async ({ client, queryKey, signal }) => {
    const { dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
    const waitMs = dataUpdatedAt + minCountIntervalMs - Date.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    signal.throwIfAborted();
    return call(viewEndpoints.countViews, { signal });
  },
});

type NewView = z.output<typeof viewEndpoints.createView.body>;
type ViewChange = z.output<typeof viewEndpoints.updateView.body>;

/** Returns the mutations of views; the lists of views and their numbers are then read again. */
export function useViewChanges() {
  const queryClient = useQueryClient();
  const onSuccess = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey }),
      // Counted at once, even if they were counted just now.
      queryClient.resetQueries({ queryKey: viewCountsQuery.queryKey }),
    ]);
  };
  return {
    save: useMutation({
      mutationFn: async (body: NewView) => call(viewEndpoints.createView, { body }),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: async ({ id, ...body }: ViewChange & { id: string }) =>
        call(viewEndpoints.updateView, { params: { id }, body }),
      onSuccess,
    }),
    pin: useMutation({
      mutationFn: async ({ id, isPinned }: { id: string; isPinned: boolean }) =>
        call(viewEndpoints.pinView, { params: { id }, body: { isPinned } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: async (id: string) => call(viewEndpoints.deleteView, { params: { id } }),
      onSuccess,
    }),
  };
}

/** The parameters of an address that are not part of a view. */
const leftOut = ['page', 'pageSize', 'cursor', 'q', 'column'];

/**
 * Returns the parameters of an address, or of a view, that a view has: always in the same order, so
 * that they can be compared.
 */
export function toViewQuery(params: URLSearchParams | string): string {
  const query = new URLSearchParams(params);
  for (const name of leftOut) query.delete(name);
  query.sort();
  return query.toString();
}
