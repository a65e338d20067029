import { queryOptions } from '@tanstack/react-query';

import type { Selection } from '#contract/portal/bulk-changes.ts';
import { exportEndpoints, type RecordsExport } from '#contract/portal/exports.ts';
import { call, endpointAddress } from '#src/api/client.ts';

/** How often the progress of a running download is read, in milliseconds. */
const progressMs = 1_000;

/**
 * The query that prepares an export of the selection, or of all records that a list shows with the
 * parameters of `query`. With the same key, it is one export, however often it is sent.
 */
export function newExportQuery(
  list: RecordsExport['list'],
  what: { readonly query: string } | { readonly selection: Selection },
  idempotencyKey: string,
) {
  return queryOptions({
    queryKey: ['exports', 'new', list, what, idempotencyKey],
    meta: { records: [] },
    queryFn: async () =>
      call(exportEndpoints.createExport, { body: { list, ...what }, idempotencyKey }),
    // Each request is an export of its own.
    gcTime: 0,
    staleTime: Infinity,
  });
}

/** The query for how far the file of an export is, read again until its last row was sent. */
export function exportQuery(id: string) {
  return queryOptions({
    queryKey: ['exports', id],
    meta: { records: [] },
    queryFn: async ({ signal }) => call(exportEndpoints.readExport, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.endedAt ? false : progressMs),
  });
}

/** Returns the address of the file of an export, to be downloaded by the browser itself. */
export const exportFilePath = (id: string) => endpointAddress(exportEndpoints.downloadExport, id);
