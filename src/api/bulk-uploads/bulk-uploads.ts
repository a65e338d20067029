import { useMutation, useQueryClient } from '@tanstack/react-query';

import type {
  BulkUpload,
  CellEdit,
  OpenedUpload,
  UploadChoices,
  UploadTotals,
} from '#contract/bulk-upload/bulk-uploads.ts';
import {
  bulkUploadEndpoints as endpoints,
  rowResultListQuery,
  type RowResultListQuery,
  uploadListQuery,
  type UploadListQuery,
} from '#contract/bulk-upload/endpoints.ts';
import type { RememberedChoices, StoredChoices } from '#contract/bulk-upload/remembered-choices.ts';
import type { SentRows } from '#contract/bulk-upload/row-batch.ts';
import { toSearchParams } from '#contract/query-string.ts';
import { call, endpointAddress } from '#src/api/client.ts';
import { endpointQuery } from '#src/api/endpoint-query.ts';
import { useListSearch } from '#src/api/records/list/list-search.ts';
import { listPageQuery } from '#src/api/records/list/record-source.ts';

/** The first part of every query key about uploads. */
export const bulkUploadsKey = ['bulk-uploads'] as const;

/** Returns the search of the list of uploads, which is in the address. */
export const useUploadsSearch = () => useListSearch(uploadListQuery);

/** Returns the search of an upload's row results, which is in the address. */
export const useRowResultsSearch = () => useListSearch(rowResultListQuery);

/** Returns the query for a page of the partner's uploads, newest first. */
export function bulkUploadsQuery(search: UploadListQuery) {
  const query = toSearchParams(uploadListQuery, search);
  return listPageQuery(endpoints.listBulkUploads, [...bulkUploadsKey, 'list'], { query });
}

/** Returns the query for one upload: its user, time, file and state. */
export function bulkUploadQuery(id: string) {
  return endpointQuery(endpoints.readBulkUpload, [...bulkUploadsKey, 'one', id], {
    params: { id },
    records: [],
  });
}

/** Returns the query for a page of an upload's row results, in file order. */
export function rowResultsQuery(id: string, search: RowResultListQuery) {
  const input = { params: { id }, query: toSearchParams(rowResultListQuery, search) };
  return listPageQuery(endpoints.listRowResults, [...bulkUploadsKey, 'rows', id], input);
}

/** Max length of a file name in the service; of a longer name, only the end is saved. */
const maxNameLength = 255;

/** Opens the existing upload of a file, identified by its content, or creates one. */
export async function openBulkUpload(
  { name, size }: File,
  contentHash: string,
  signal: AbortSignal,
): Promise<OpenedUpload> {
  const body = { contentHash, fileName: name.slice(-maxNameLength), size };
  return call(endpoints.openBulkUpload, { body, signal });
}

/** Saves the choices made for an upload. */
export async function sendChoices(id: string, body: UploadChoices, signal: AbortSignal) {
  await call(endpoints.chooseForBulkUpload, { params: { id }, body, signal });
}

/** Saves edited cells, at most 1,000 at a time. */
export async function sendEdits(id: string, edits: CellEdit[], signal: AbortSignal): Promise<void> {
  await call(endpoints.editBulkUpload, { params: { id }, body: { edits }, signal });
}

/** Returns which of the keys occur in the partner's leads, and the newest lead with each key. */
export async function findDuplicateLeads(id: string, keys: string[], signal: AbortSignal) {
  return call(endpoints.findDuplicateLeads, { params: { id }, body: { keys }, signal });
}

/**
 * Starts, pauses, stops or finishes an upload. `read`: the number of rows in the file.
 * @throws ServiceError 409 when the upload's current state doesn't allow the change
 */
export async function setUploadState(
  id: string,
  body: { state: 'submitting' | 'paused' | 'stopped' | 'finished'; read: number },
  signal: AbortSignal,
): Promise<BulkUpload> {
  return call(endpoints.setBulkUploadState, { params: { id }, body, signal });
}

/** Returns the current state of an upload. */
export async function readBulkUpload(id: string, signal: AbortSignal): Promise<BulkUpload> {
  return call(endpoints.readBulkUpload, { params: { id }, signal });
}

/**
 * Submits rows: all of them or, if the result's `isDone` is false, some. Sending the same rows
 * again is safe.
 * @throws ServiceError 409 when the upload doesn't accept rows now
 */
export async function sendBatch(
  id: string,
  { rows, leftOut, blank }: SentRows,
  signal: AbortSignal,
): Promise<{ totals: UploadTotals; isDone: boolean }> {
  const body = { rows, leftOut, ...(blank.length > 0 && { blank }) };
  return call(endpoints.submitRows, { params: { id }, body, signal });
}

/**
 * Searches the existing service for rows whose response was lost. `isComplete`: the search covered
 * every lead that could be one of the rows, so rows that were not found don't exist there.
 */
export async function reconcileUnknownRows(id: string, signal?: AbortSignal) {
  const options = { params: { id }, ...(signal && { signal }) };
  return call(endpoints.reconcileUnknownRows, options);
}

/**
 * Returns the mutation that reconciles the unknown rows on request, then refreshes the upload and
 * its rows. Its variable is the number of unknown rows before the search.
 */
export function useReconcileUnknownRows(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (_before: number) => reconcileUnknownRows(id),
    onSuccess: async ({ upload }) => {
      queryClient.setQueryData(bulkUploadQuery(id).queryKey, upload);
      await queryClient.invalidateQueries({ queryKey: bulkUploadsKey });
    },
  });
}

/**
 * The download paths of an upload's files and of the template; the session cookie authorises the
 * downloads.
 */
export const uploadFiles = {
  results: (id: string) => endpointAddress(endpoints.downloadRowResults, id),
  rejectedRows: (id: string) => endpointAddress(endpoints.downloadRejectedRows, id),
  rejectedRowsWorkbook: (id: string) => endpointAddress(endpoints.downloadRejectedRowsWorkbook, id),
  rejectionReasons: (id: string) => endpointAddress(endpoints.downloadRejectionReasons, id),
  template: () => endpoints.downloadTemplate.path,
  templateWorkbook: () => endpoints.downloadTemplateWorkbook.path,
} as const;

/** The query for what the partner chose in earlier files. */
export const rememberedChoicesQuery = endpointQuery(
  endpoints.readRememberedChoices,
  ['remembered-choices'],
  // Read before a file is chosen, so that it is recognised at once.
  { records: [], staleTime: 60_000 },
);

/** Remembers choices for later files. Returns all that is remembered then. */
export async function rememberChoices(body: RememberedChoices): Promise<StoredChoices> {
  return call(endpoints.rememberChoices, { body });
}
