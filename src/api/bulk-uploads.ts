import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Endpoint } from '#contract/endpoint.ts';
import { bulkUploadEndpoints as endpoints } from '#contract/web/bulk-upload-endpoints.ts';
import {
  type BulkUpload,
  type CellEdit,
  type OpenedUpload,
  type RowOutcome,
  type RowResult,
  type UploadChoices,
  type UploadTotals,
  type LeaveOutReason,
} from '#contract/web/bulk-uploads.ts';

import { call } from './client.ts';

/** What every question about uploads begins with. */
export const bulkUploadsKey = ['bulk-uploads'] as const;

/** Which page of a list is wanted. */
interface PageSearch {
  readonly page: number;
  readonly pageSize: number;
}

/** A page of a list, and how many rows there are in all; undefined when the service did not say. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
}

/** The partner's uploads, newest first. */
export function bulkUploadsQuery(search: PageSearch) {
  return queryOptions({
    queryKey: [...bulkUploadsKey, 'list', search],
    queryFn: async ({ signal }): Promise<Page<BulkUpload>> => {
      const query = pageQuery(search);
      const { data, headers } = await call(endpoints.listBulkUploads, { query, signal });
      return { rows: data, total: totalOf(headers) };
    },
    placeholderData: keepPreviousData,
  });
}

/** One upload: who, when, which file, where it stands. */
export function bulkUploadQuery(id: string) {
  return queryOptions({
    queryKey: [...bulkUploadsKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(endpoints.readBulkUpload, { params: { id }, signal })).data,
  });
}

/** What of an upload's rows is shown. */
export interface RowResultsSearch extends PageSearch {
  /** Rows with this outcome alone; without it, all. */
  readonly outcome?: RowOutcome | undefined;
}

/** What became of an upload's rows, in the order of the file. */
export function rowResultsQuery(id: string, search: RowResultsSearch) {
  return queryOptions({
    queryKey: [...bulkUploadsKey, 'rows', id, search],
    queryFn: async ({ signal }): Promise<Page<RowResult>> => {
      const query = pageQuery(search);
      if (search.outcome !== undefined) query.set('outcome', search.outcome);
      const { data, headers } = await call(endpoints.listRowResults, {
        params: { id },
        query,
        signal,
      });
      return { rows: data, total: totalOf(headers) };
    },
    placeholderData: keepPreviousData,
  });
}

function pageQuery({ page, pageSize }: PageSearch): URLSearchParams {
  return new URLSearchParams({ page: String(page), pageSize: String(pageSize) });
}

function totalOf(headers: Headers): number | undefined {
  const total = headers.get('x-total-count');
  return total !== null && /^\d+$/.test(total) ? Number(total) : undefined;
}

/** Opens the upload of a file by its content: the one there is, else a new one. */
export async function openBulkUpload(
  file: { readonly contentHash: string; readonly fileName: string; readonly size: number },
  signal: AbortSignal,
): Promise<OpenedUpload> {
  return (await call(endpoints.openBulkUpload, { body: file, signal })).data;
}

/** Keeps what was chosen for an upload. */
export async function saveChoices(
  id: string,
  body: UploadChoices,
  signal: AbortSignal,
): Promise<void> {
  await call(endpoints.chooseForBulkUpload, { params: { id }, body, signal });
}

/** Keeps edited cells, at most 1,000 at a time. */
export async function saveEdits(id: string, edits: CellEdit[], signal: AbortSignal): Promise<void> {
  await call(endpoints.editBulkUpload, { params: { id }, body: { edits }, signal });
}

/** Which of the keys the partner's leads hold, and the newest lead that holds each. */
export async function findDuplicateLeads(id: string, keys: string[], signal: AbortSignal) {
  return (await call(endpoints.findDuplicateLeads, { params: { id }, body: { keys }, signal }))
    .data;
}

/** Starts, pauses, stops or finishes an upload of so many rows. @throws ServiceError 409 when it cannot be so now. */
export async function setUploadState(
  id: string,
  body: { state: 'submitting' | 'paused' | 'stopped' | 'finished'; read: number },
  signal: AbortSignal,
): Promise<BulkUpload> {
  return (await call(endpoints.setBulkUploadState, { params: { id }, body, signal })).data;
}

/** One upload as it stands now. */
export async function readBulkUpload(id: string, signal: AbortSignal): Promise<BulkUpload> {
  return (await call(endpoints.readBulkUpload, { params: { id }, signal })).data;
}

/** Rows on their way to the service, as `src/sheet` makes them. */
export interface SentRows {
  readonly rows: readonly (readonly [number, ...string[]])[];
  readonly leftOut: readonly {
    readonly row: number;
    readonly reason: LeaveOutReason;
    readonly of: string | null;
  }[];
}

/** Submits rows, all or (`isDone` false) some of them. To send the same again is harmless. @throws ServiceError 409 when the upload takes none now. */
export async function submitRows(
  id: string,
  { rows, leftOut }: SentRows,
  signal: AbortSignal,
): Promise<{ totals: UploadTotals; isDone: boolean }> {
  const body = {
    rows: rows.map(([row, ...cells]): [number, ...string[]] => [row, ...cells]),
    leftOut: [...leftOut],
  };
  return (await call(endpoints.submitRows, { params: { id }, body, signal })).data;
}

/** Looks for the rows whose answer was lost. `isComplete`: what was not found is not there. */
export async function reconcileUnknownRows(id: string, signal?: AbortSignal) {
  const options = { params: { id }, ...(signal && { signal }) };
  return (await call(endpoints.reconcileUnknownRows, options)).data;
}

/** Looks for them when the person says so, of how many there were; the upload and its rows are then shown as they are. */
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

/** Where the files of an upload are downloaded, by the session's cookie. */
export const uploadFiles = {
  results: (id: string) => filePath(endpoints.downloadRowResults, id),
  rejectedRows: (id: string) => filePath(endpoints.downloadRejectedRows, id),
  rejectedRowsWorkbook: (id: string) => filePath(endpoints.downloadRejectedRowsWorkbook, id),
  rejectionReasons: (id: string) => filePath(endpoints.downloadRejectionReasons, id),
  template: () => endpoints.downloadTemplate.path,
  templateWorkbook: () => endpoints.downloadTemplateWorkbook.path,
} as const;

function filePath(endpoint: Endpoint, id: string): string {
  return endpoint.path.replace(':id', encodeURIComponent(id));
}
