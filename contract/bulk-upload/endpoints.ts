import * as z from 'zod/mini';

import { endpoints } from '#contract/endpoint.ts';
import { pageParameters } from '#contract/v1/paging.ts';

import * as schemas from './bulk-uploads.ts';
import { rememberedChoices, rememberedLimits, storedChoices } from './remembered-choices.ts';
import { rowBatch } from './row-batch.ts';

/** The query of the list of uploads. */
export const uploadListQuery = z.object(pageParameters);
export type UploadListQuery = z.infer<typeof uploadListQuery>;

/** The query of an upload's row results. */
export const rowResultListQuery = z.object({
  ...pageParameters,
  /** Only rows with this outcome. */
  outcome: z.optional(z.enum(schemas.rowOutcomes)),
});
export type RowResultListQuery = z.infer<typeof rowResultListQuery>;

/**
 * Bulk upload: each row of a file in the template's form is checked, and becomes a lead at most
 * once. Only for partner admins.
 */
export const bulkUploadEndpoints = endpoints('session', ['partner-admin'], {
  listBulkUploads: [
    'GET /portal/bulk-uploads',
    'List the partner’s bulk uploads, newest first.',
    { query: uploadListQuery, response: z.array(schemas.bulkUpload) },
  ],
  openBulkUpload: [
    'POST /portal/bulk-uploads',
    'Open the upload of a file: the existing one for the same content, with its choices, edits and submitted rows, or a new one.',
    {
      body: z.strictObject({
        /** SHA-256, in hex, of the concatenated SHA-256 digests of the file's 4 MiB slices. */
        contentHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Send 64 hexadecimal digits.')),
        fileName: z.string().check(z.minLength(1), z.maxLength(255)),
        size: z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)),
      }),
      response: schemas.openedUpload,
    },
  ],
  readBulkUpload: [
    'GET /portal/bulk-uploads/:id',
    'Read one upload: who, when, which file, its state and totals.',
    { response: schemas.bulkUpload },
  ],
  chooseForBulkUpload: [
    'PUT /portal/bulk-uploads/:id/choices',
    'Save the choices of an upload. Once a row is submitted, the parse options can’t change; while rows are being submitted, neither can the contact.',
    {
      body: schemas.uploadChoices,
      maxBodyBytes: schemas.uploadLimits.body,
      maxBodyValues: schemas.uploadLimits.bodyValues,
      response: schemas.uploadChoices,
    },
  ],
  editBulkUpload: [
    'PATCH /portal/bulk-uploads/:id/edits',
    'Save edited cells; the last edit of a cell counts.',
    {
      body: z.strictObject({
        edits: z
          .array(schemas.cellEdit)
          .check(z.minLength(1), z.maxLength(schemas.uploadLimits.editsInRequest)),
      }),
      maxBodyBytes: schemas.uploadLimits.body,
      response: z.object({ edits: z.number() }),
    },
  ],
  findDuplicateLeads: [
    'POST /portal/bulk-uploads/:id/duplicates',
    'Returns which keys (phones, emails, business numbers, references) the partner’s leads already have.',
    {
      body: z.strictObject({
        /** Keys that `duplicateKeys` in `contract/bulk-upload/duplicate-keys.ts` returns. */
        keys: z
          .array(z.string().check(z.minLength(3), z.maxLength(schemas.uploadLimits.keyLength)))
          .check(z.maxLength(schemas.uploadLimits.keysInRequest)),
      }),
      /** For each key that a lead has, the newest such lead. */
      response: z.array(z.object({ key: z.string(), leadId: z.string(), client: z.string() })),
    },
  ],
  setBulkUploadState: [
    'PUT /portal/bulk-uploads/:id/state',
    'Start, pause, resume, stop or finish an upload. Finishing is rejected while rows are missing.',
    {
      body: z.strictObject({
        state: z.enum(['submitting', 'paused', 'stopped', 'finished']),
        /**
         * Number of rows after the file's header, including blank rows. Cannot change once the
         * first row is sent.
         */
        read: z.int().check(z.gte(0), z.lte(schemas.uploadLimits.lastRow)),
      }),
      response: schemas.bulkUpload,
    },
  ],
  submitRows: [
    'POST /portal/bulk-uploads/:id/rows',
    'Submit rows: each is checked and becomes a lead once, however often it is sent; an invalid one is rejected and stored with its reasons.',
    {
      body: rowBatch,
      maxBodyBytes: schemas.uploadLimits.body,
      maxBodyValues: schemas.uploadLimits.bodyValues,
      response: z.object({
        totals: schemas.uploadTotals,
        /**
         * false if the time ran out before every row was sent to the upstream service; the client
         * then sends the batch again.
         */
        isDone: z.boolean(),
      }),
    },
  ],
  reconcileUnknownRows: [
    'POST /portal/bulk-uploads/:id/search',
    'Search the upstream service for rows that were not confirmed. Those found count as submitted; none is sent again.',
    {
      response: z.object({
        upload: schemas.bulkUpload,
        /** Whether the search read every upstream lead that could be one of the unknown rows. */
        isComplete: z.boolean(),
      }),
    },
  ],
  listRowResults: [
    'GET /portal/bulk-uploads/:id/rows',
    'List the result of each row, in file order.',
    { query: rowResultListQuery, response: z.array(schemas.rowResult) },
  ],
  downloadRowResults: [
    'GET /portal/bulk-uploads/:id/results-file',
    'Download the result of each row, as CSV.',
  ],
  downloadRejectedRows: [
    'GET /portal/bulk-uploads/:id/rejected-rows-file',
    'Download the rejected rows in the template’s exact form, as CSV, to fix and upload.',
  ],
  downloadRejectedRowsWorkbook: [
    'GET /portal/bulk-uploads/:id/rejected-rows-workbook',
    'Download the rejected rows as an Excel workbook in the template’s form.',
  ],
  downloadRejectionReasons: [
    'GET /portal/bulk-uploads/:id/rejection-reasons-file',
    'Download why each row of the rejected rows’ file was rejected, as CSV.',
  ],
  readRememberedChoices: [
    'GET /portal/remembered-choices',
    'Read what the partner chose in earlier files: targets of columns, and resolutions.',
    { response: storedChoices },
  ],
  rememberChoices: [
    'PUT /portal/remembered-choices',
    'Remember choices for later files; those remembered before stay, or are replaced.',
    { body: rememberedChoices, maxBodyBytes: rememberedLimits.body, response: storedChoices },
  ],
  downloadTemplate: [
    'GET /portal/lead-template-file',
    'Download the template as CSV: its header line.',
  ],
  downloadTemplateWorkbook: [
    'GET /portal/lead-template-workbook',
    'Download the template as an Excel workbook: columns as text, choices as lists.',
  ],
});
