import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import {
  type BulkChange,
  bulkChangeEndpoints as endpoints,
  type Change,
  type ChangePreview,
  type ChangeResult,
  type Selection,
} from '#contract/portal/bulk-changes.ts';
import { auditKey } from '#src/api/account/audit.ts';
import { call, fetchResponse, onThisClock } from '#src/api/client.ts';
import { aboutRecords, pauseHighlights } from '#src/api/query-changes.ts';
import { randomKey } from '#src/lib/random.ts';

/** For how long after a response rows that change are the person's own change, in milliseconds. */
const ownChangeMs = 5_000;

/** Returns a change of a response; until when it can be undone is by this device's clock. */
function received<Received extends BulkChange>(change: Received, headers: Headers): Received {
  const { undoUntil } = change;
  if (undoUntil === null) return change;
  return { ...change, undoUntil: new Date(onThisClock(undoUntil, headers)).toISOString() };
}

/** The query for the user's bulk changes that can still be undone, newest first. */
export const bulkChangesQuery = queryOptions({
  queryKey: ['bulk-changes'],
  meta: { records: [] },
  queryFn: async ({ signal }) => {
    const { data, headers } = await fetchResponse(endpoints.listBulkChanges, { signal });
    return data.map((change) => received(change, headers));
  },
});

/** The requested change: which leads, and the change to each. */
interface RequestedChange {
  readonly selection: Selection;
  readonly change: Change;
}

/** A change that was previewed. With its key, it is one change, however often it is sent. */
export interface PreviewedChange extends ChangePreview, RequestedChange {
  readonly key: string;
}

/** Returns the mutations that preview a change to many leads, make it and undo it. */
export function useBulkChange() {
  const queryClient = useQueryClient();
  const onSuccess = (change: ChangeResult) => {
    pauseHighlights(ownChangeMs);
    queryClient.setQueryData(bulkChangesQuery.queryKey, (listed = []) => [
      change,
      ...listed.filter(({ id }) => id !== change.id),
    ]);
    void queryClient.invalidateQueries(aboutRecords);
    void queryClient.invalidateQueries({ queryKey: auditKey });
  };
  return {
    preview: useMutation({
      mutationFn: async (requested: RequestedChange): Promise<PreviewedChange> => ({
        ...(await call(endpoints.previewBulkChange, { body: requested })),
        ...requested,
        key: randomKey(),
      }),
    }),
    make: useMutation({
      mutationFn: async ({ selection, change, previewedAt, key }: PreviewedChange) => {
        const body = { selection, change, previewedAt };
        const made = { body, idempotencyKey: key };
        const { data, headers } = await fetchResponse(endpoints.makeBulkChange, made);
        return received(data, headers);
      },
      onSuccess,
    }),
    undo: useMutation({
      mutationFn: async (id: string) => {
        const { data, headers } = await fetchResponse(endpoints.undoBulkChange, { params: { id } });
        return received(data, headers);
      },
      onSuccess,
    }),
  };
}
