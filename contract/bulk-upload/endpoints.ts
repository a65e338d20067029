import * as z from 'zod/mini';

import { endpoint } from '#contract/endpoint.ts';
import { pageParameters } from '#contract/v1/lists.ts';

import {
  bulkUpload,
  cellEdit,
  openedUpload,
  rowOutcomes,
  rowResult,
  uploadChoices,
  uploadLimits,
  uploadTotals,
} from './bulk-uploads.ts';
import { rememberedChoices, rememberedLimits, storedChoices } from './remembered-choices.ts';
import { rowBatch } from './row-batch.ts';

/** The query of the list of uploads. */
export const uploadListQuery = z.object(pageParameters);
export type UploadListQuery = z.infer<typeof uploadListQuery>;

/** The query of an upload's row results. */
export const rowResultListQuery = z.object({
  ...pageParameters,
  /** Only rows with this outcome. */
  outcome: z.optional(z.enum(rowOutcomes)),
});
export type RowResultListQuery = z.infer<typeof rowResultListQuery>;

const admins = { auth: 'session', roles: ['partner-admin'] } as const;

/**
 * Bulk upload: each row of a file in the template's form is checked, and becomes a lead at most
 * once. Only for partner admins.
 */
export const bulkUploadEndpoints = {
  listBulkUploads: endpoint({
    id: 'listBulkUploads',
    method: 'GET',
    path: '/portal/bulk-uploads',
    summary: 'List the partner’s bulk uploads, newest first.',
    ...admins,
    query: uploadListQuery,
    response: z.array(bulkUpload),
  }),
  openBulkUpload: endpoint({
    id: 'openBulkUpload',
    method: 'POST',
    path: '/portal/bulk-uploads',
    summary:
      'Open the upload of a file: the existing one for the same content, with its choices, edits and submitted rows, or a new one.',
    ...admins,
    body: z.strictObject({
      /** SHA-256, in hex, of the concatenated SHA-256 digests of the file's 4 MiB slices. */
      contentHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Send 64 hexadecimal digits.')),
      fileName: z.string().check(z.minLength(1), z.maxLength(255)),
      size: z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)),
    }),
    response: openedUpload,
  }),
  readBulkUpload: endpoint({
    id: 'readBulkUpload',
    method: 'GET',
    path: '/portal/bulk-uploads/:id',
    summary: 'Read one upload: who, when, which file, its state and totals.',
    ...admins,
    response: bulkUpload,
  }),
  chooseForBulkUpload: endpoint({
    id: 'chooseForBulkUpload',
    method: 'PUT',
    path: '/portal/bulk-uploads/:id/choices',
    summary:
      'Save the choices of an upload. Once a row is submitted, the parse options can’t change; while rows are being submitted, neither can the contact.',
    ...admins,
    body: uploadChoices,
    maxBodyBytes: uploadLimits.body,
    maxBodyValues: uploadLimits.bodyValues,
    response: uploadChoices,
  }),
  editBulkUpload: endpoint({
    id: 'editBulkUpload',
    method: 'PATCH',
    path: '/portal/bulk-uploads/:id/edits',
    summary: 'Save edited cells; the last edit of a cell counts.',
    ...admins,
    body: z.strictObject({
      edits: z.array(cellEdit).check(z.minLength(1), z.maxLength(uploadLimits.editsInRequest)),
    }),
    maxBodyBytes: uploadLimits.body,
    response: z.object({ edits: z.number() }),
  }),
  findDuplicateLeads: endpoint({
    id: 'findDuplicateLeads',
    method: 'POST',
    path: '/portal/bulk-uploads/:id/duplicates',
    summary:
      'Returns which keys (phones, emails, business numbers, references) the partner’s leads already have.',
    ...admins,
    body: z.strictObject({
      /** Keys that `duplicateKeys` in `contract/bulk-upload/duplicate-keys.ts` returns. */
      keys: z
        .array(z.string().check(z.minLength(3), z.maxLength(uploadLimits.keyLength)))
        .check(z.maxLength(uploadLimits.keysInRequest)),
    }),
    /** For each key that a lead has, the newest such lead. */
    response: z.array(z.object({ key: z.string(), leadId: z.string(), client: z.string() })),
  }),
  setBulkUploadState: endpoint({
    id: 'setBulkUploadState',
    method: 'PUT',
    path: '/portal/bulk-uploads/:id/state',
    summary:
      'Start, pause, resume, stop or finish an upload. Finishing is rejected while rows are missing.',
    ...admins,
    body: z.strictObject({
      state: z.enum(['submitting', 'paused', 'stopped', 'finished']),
      /**
       * Number of rows after the file's header, including blank rows. Cannot change once the first
       * row is sent.
       */
      read: z.int().check(z.gte(0), z.lte(uploadLimits.lastRow)),
    }),
    response: bulkUpload,
  }),
  submitRows: endpoint({
    id: 'submitRows',
    method: 'POST',
    path: '/portal/bulk-uploads/:id/rows',
    summary:
      'Submit rows: each is checked and becomes a lead once, however often it is sent; an invalid one is rejected and stored with its reasons.',
    ...admins,
    body: rowBatch,
    maxBodyBytes: uploadLimits.body,
    maxBodyValues: uploadLimits.bodyValues,
    response: z.object({
      totals: uploadTotals,
      /**
       * false if the time ran out before every row was sent to the upstream service; the client
       * then sends the batch again.
       */
      isDone: z.boolean(),
    }),
  }),
  reconcileUnknownRows: endpoint({
    id: 'reconcileUnknownRows',
    method: 'POST',
    path: '/portal/bulk-uploads/:id/search',
    summary:
      'Search the upstream service for rows that were not confirmed. Those found count as submitted; none is sent again.',
    ...admins,
    response: z.object({
      upload: bulkUpload,
      /** Whether the search read every upstream lead that could be one of the unknown rows. */
      isComplete: z.boolean(),
    }),
  }),
  listRowResults: endpoint({
    id: 'listRowResults',
    method: 'GET',
    path: '/portal/bulk-uploads/:id/rows',
    summary: 'List the result of each row, in file order.',
    ...admins,
    query: rowResultListQuery,
    response: z.array(rowResult),
  }),
  downloadRowResults: endpoint({
    id: 'downloadRowResults',
    method: 'GET',
    path: '/portal/bulk-uploads/:id/results-file',
    summary: 'Download the result of each row, as CSV.',
    ...admins,
  }),
  downloadRejectedRows: endpoint({
    id: 'downloadRejectedRows',
    method: 'GET',
    path: '/portal/bulk-uploads/:id/rejected-rows-file',
    summary: 'Download the rejected rows in the template’s exact form, as CSV, to fix and upload.',
    ...admins,
  }),
  downloadRejectedRowsWorkbook: endpoint({
    id: 'downloadRejectedRowsWorkbook',
    method: 'GET',
    path: '/portal/bulk-uploads/:id/rejected-rows-workbook',
    summary: 'Download the rejected rows as an Excel workbook in the template’s form.',
    ...admins,
  }),
  downloadRejectionReasons: endpoint({
    id: 'downloadRejectionReasons',
    method: 'GET',
    path: '/portal/bulk-uploads/:id/rejection-reasons-file',
    summary: 'Download why each row of the rejected rows’ file was rejected, as CSV.',
    ...admins,
  }),
  readRememberedChoices: endpoint({
    id: 'readRememberedChoices',
    method: 'GET',
    path: '/portal/remembered-choices',
    summary: 'Read what the partner chose in earlier files: targets of columns, and answers.',
    ...admins,
    response: storedChoices,
  }),
  rememberChoices: endpoint({
    id: 'rememberChoices',
    method: 'PUT',
    path: '/portal/remembered-choices',
    summary: 'Remember choices for later files; those remembered before stay, or are replaced.',
    ...admins,
    body: rememberedChoices,
    maxBodyBytes: rememberedLimits.body,
    response: storedChoices,
  }),
  downloadTemplate: endpoint({
    id: 'downloadTemplate',
    method: 'GET',
    path: '/portal/lead-template-file',
    summary: 'Download the template as CSV: its header line.',
    ...admins,
  }),
  downloadTemplateWorkbook: endpoint({
    id: 'downloadTemplateWorkbook',
    method: 'GET',
    path: '/portal/lead-template-workbook',
    summary: 'Download the template as an Excel workbook: columns as text, choices as lists.',
    ...admins,
  }),
};
