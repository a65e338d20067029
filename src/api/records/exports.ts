import { queryOptions } from '@tanstack/react-query';

import type { Selection } from '#contract/portal/bulk-changes.ts';
import { exportEndpoints } from '#contract/portal/exports.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { dealListQuery, type DealListQuery } from '#contract/v1/deal-lists.ts';
import { leadListQuery, type LeadListQuery } from '#contract/v1/lists.ts';
import { call } from '#src/api/client.ts';

/** How often the progress of a running download is read, in milliseconds. */
const progressMs = 1_000;

/** A list with its search and filters. */
export type SearchedList =
  | { readonly list: 'leads'; readonly search: LeadListQuery }
  | { readonly list: 'deals'; readonly search: DealListQuery };

/**
 * The query that prepares an export of what is selected, or of all records that a list shows. With
 * the same key, it is one export, however often the request is sent.
 */
export function newExportQuery(
  searched: SearchedList,
  idempotencyKey: string,
  selection?: Selection,
) {
  const { list } = searched;
  const params =
    searched.list === 'leads'
      ? toSearchParams(leadListQuery, searched.search)
      : toSearchParams(dealListQuery, searched.search);
  const query = params.toString();
  return queryOptions({
    queryKey: ['exports', 'new', list, query, selection, idempotencyKey],
    meta: { records: [] },
    queryFn: async () => {
      const body = selection ? { list, selection } : { list, query };
      return (await call(exportEndpoints.createExport, { body, idempotencyKey })).data;
    },
    // Each time it is asked for, it is an export of its own.
    gcTime: 0,
    staleTime: Infinity,
  });
}

/** The query for how far the file of an export is, read again until its last row was sent. */
export function exportQuery(id: string) {
  return queryOptions({
    queryKey: ['exports', id],
    meta: { records: [] },
    queryFn: async ({ signal }) =>
      (await call(exportEndpoints.readExport, { params: { id }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.endedAt ? false : progressMs),
  });
}

/** The query for the latest exports that the user may know of. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  meta: { records: [] },
  queryFn: async ({ signal }) => (await call(exportEndpoints.listExports, { signal })).data,
  staleTime: 0,
});

/** Returns the address of the file of an export, to be downloaded by the browser itself. */
export function exportFilePath(id: string): string {
  return exportEndpoints.downloadExport.path.replace(':id', encodeURIComponent(id));
}
