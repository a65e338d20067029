import type { FastifyInstance, FastifyReply } from 'fastify';

import type { RowResult } from '#contract/bulk-upload/bulk-uploads.ts';
import { csvLine, guardCell } from '#contract/bulk-upload/csv-text.ts';
import { bulkUploadEndpoints } from '#contract/bulk-upload/endpoints.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import {
  reasonLines,
  reasonsHeader,
  type RejectedRow,
  rejectedRowLine,
  templateLine,
  withContact,
} from '#contract/bulk-upload/rejected-rows.ts';
import { withoutFormatCharacters } from '#contract/v1/rules/rules.ts';
import type { Caller } from '#server/auth/caller.ts';
import { listBlankRuns } from '#server/bulk-uploads/blank-runs.store.ts';
import { findParseOptionsAndContact } from '#server/bulk-uploads/bulk-upload-choices.store.ts';
import {
  listNamedRows,
  listRejectedRows,
  type RowRange,
  storesRejectedCells,
} from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import { requireUpload } from '#server/bulk-uploads/bulk-uploads.policy.ts';
import { type LinksOf, presentRow } from '#server/bulk-uploads/bulk-uploads.presenter.ts';
import { findUpload, type UploadRow } from '#server/bulk-uploads/bulk-uploads.store.ts';
import type { Run } from '#server/bulk-uploads/runs.rules.ts';
import type { Db } from '#server/db/connect.ts';
import { readByPages } from '#server/db/pages.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { contentDisposition } from '#server/http/content-disposition.ts';
import { route } from '#server/http/routes.ts';
import type { Downloads } from '#server/spreadsheets/downloads.ts';
import {
  leadsWorkbook,
  lengthOfCells,
  workbookType,
} from '#server/spreadsheets/workbook-thread.ts';

/** A workbook is built whole in memory; a CSV file is streamed. */
export const maxWorkbookRows = 10_000;

interface Deps {
  readonly db: Db;
  readonly linksOf: LinksOf;
  readonly downloads: Downloads;
}

/** Registers the routes that download files of a bulk upload, and the template. */
export function bulkUploadFileRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, linksOf, downloads } = deps;
  const findOwnUpload = async (caller: Caller, id: string) =>
    requireUpload(caller, await findUpload(db, id));

  const csvFiles = [
    ['downloadRowResults', 'results', (upload: UploadRow) => rowResultsCsv(db, upload, linksOf)],
    ['downloadRejectedRows', 'rejected rows', ({ id }: UploadRow) => rejectedRowsCsv(db, id)],
    [
      'downloadRejectionReasons',
      'rejection reasons',
      ({ id }: UploadRow) => rejectionReasonsCsv(db, id),
    ],
  ] as const;
  for (const [id, what, parts] of csvFiles)
    route(app, bulkUploadEndpoints[id], async ({ caller, params, reply }) => {
      const upload = await findOwnUpload(caller, params.id);
      if (id === 'downloadRejectedRows') await assertStored(db, upload);
      downloads.begin(caller, reply.raw);
      const file = { name: fileName(upload, `${what}.csv`), parts: parts(upload) };
      return downloads.sendCsv(reply, caller, file);
    });

  route(
    app,
    bulkUploadEndpoints.downloadRejectedRowsWorkbook,
    async ({ caller, params, reply }) => {
      const upload = await findOwnUpload(caller, params.id);
      await assertStored(db, upload);
      if (upload.rejected > maxWorkbookRows)
        throw new ApiError(
          'too-many-rows-for-workbook',
          `A workbook takes at most ${maxWorkbookRows.toLocaleString('en')} rejected rows and this upload has ${upload.rejected.toLocaleString('en')}. Download them as CSV.`,
        );
      downloads.begin(caller, reply.raw);
      const bytes = await leadsWorkbook(rejectedCells(db, upload.id), reply.raw);
      return sendFile(reply, fileName(upload, 'rejected rows.xlsx'), workbookType, bytes);
    },
  );

  // Plain CSV, as the specification asks of the file that is filled in: all of it is ASCII.
  route(app, bulkUploadEndpoints.downloadTemplate, async ({ reply }) =>
    sendFile(reply, 'lead template.csv', 'text/csv; charset=utf-8', templateLine),
  );

  let template: Promise<Buffer> | undefined;
  route(app, bulkUploadEndpoints.downloadTemplateWorkbook, async ({ reply }) => {
    template ??= leadsWorkbook();
    return sendFile(reply, 'lead template.xlsx', workbookType, await template);
  });
}

/**
 * Returns `june-leads rejected rows.csv` for `june-leads.csv`. Replaces characters that file
 * systems reject.
 */
function fileName(upload: UploadRow, kind: string): string {
  const stem = withoutFormatCharacters(upload.file_name.toWellFormed())
    .replace(/\.[a-z]{1,4}$/i, '')
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .slice(0, 150)
    .trim();
  return `${stem} ${kind}`.trim().toWellFormed();
}

/**
 * Asserts that the cells of the rejected rows are still stored.
 * @throws ApiError 404 when the cells have been deleted
 */
async function assertStored(db: Db, upload: UploadRow): Promise<void> {
  if (upload.rejected === 0 || (await storesRejectedCells(db, upload.id))) return;
  throw new ApiError(
    'no-longer-stored',
    'The rejected rows of this upload are no longer stored; the reasons still are.',
  );
}

function sendFile(reply: FastifyReply, name: string, type: string, content: Buffer | string) {
  return reply.header('content-disposition', contentDisposition(name)).type(type).send(content);
}

const rowsAtOnce = 1_000;

/** Yields rows of an upload, read page by page. */
function listAll<Row extends { readonly row_number: number }>(
  list: (range: RowRange) => Promise<readonly Row[]>,
  lengthOf?: (row: Row) => number,
): AsyncGenerator<Row> {
  const read = async (last: Row | undefined, limit: number) =>
    list({ after: last?.row_number ?? 0, limit });
  return readByPages<Row>(read, rowsAtOnce, lengthOf);
}

/** Yields the rejected rows; `cells` is null where the cells have been deleted. */
async function* rejectedRows(db: Db, uploadId: string): AsyncGenerator<RejectedRow> {
  const rows = listAll(
    async (range) => listRejectedRows(db, uploadId, range),
    ({ cells }) => lengthOfCells(cells ?? []),
  );
  for await (const { row_number: row, cells, errors } of rows)
    yield { row, cells, errors: errors ?? [] };
}

/**
 * Yields the stored cells of the rejected rows, limited to the columns of the template. Rows that
 * name no contact name the one chosen for them, so that they go to the same person once corrected.
 */
async function* rejectedCells(db: Db, uploadId: string): AsyncGenerator<readonly string[]> {
  const { contactId } = await findParseOptionsAndContact(db, uploadId);
  for await (const { cells } of rejectedRows(db, uploadId))
    if (cells) yield withContact(cells.slice(0, templateColumns.length), contactId);
}

/** Yields the rejected rows as CSV in the format of the template. */
async function* rejectedRowsCsv(db: Db, uploadId: string): AsyncGenerator<string> {
  yield templateLine;
  for await (const cells of rejectedCells(db, uploadId)) yield rejectedRowLine(cells);
}

/** Yields the rejection reasons as CSV, with the line of each row in the file of rejected rows. */
async function* rejectionReasonsCsv(db: Db, uploadId: string): AsyncGenerator<string> {
  yield reasonsHeader;
  let line = 1;
  for await (const row of rejectedRows(db, uploadId))
    yield reasonLines(row, row.cells === null ? null : (line += 1));
}

/** The columns of the results: header and value of each. */
const resultColumns: readonly (readonly [header: string, read: (row: RowResult) => string])[] = [
  ['Row', ({ row }) => String(row)],
  ['Outcome', ({ outcome }) => outcome.replace('-', ' ')],
  ['Lead id', ({ leadId }) => leadId ?? ''],
  ['Bank statements link', (row) => row.bankStatementsUpdateLink],
  ['Application link', (row) => row.applicationLink],
  ['Reason', ({ errors, reason }) => [...errors.map(writeError), reason].join(' ').trim()],
  ['Client', ({ client }) => client],
  ['Company', ({ company }) => company],
];
const resultsHeader = csvLine(resultColumns.map(([header]) => header));

/**
 * Yields the result of each row as CSV. Consecutive rows that were never sent, or that were sent as
 * a run of blank rows, share one line, because their number is only what the client said. This
 * bounds the file by the rows that were sent.
 */
async function* rowResultsCsv(db: Db, upload: UploadRow, linksOf: LinksOf): AsyncGenerator<string> {
  const unsent = upload.state === 'stopped' ? 'left out' : 'waiting';
  yield resultsHeader;
  // The header is row 1.
  let next = 2;
  const blankRuns = readByPages<Run>(
    async ([, after] = [0, 0]) => listBlankRuns(db, upload.id, { after, limit: rowsAtOnce }),
    rowsAtOnce,
  );
  let blank = await blankRuns.next();
  /** Yields the lines of the rows before one. */
  async function* linesBefore(row: number): AsyncGenerator<string> {
    for (; !blank.done && blank.value[0] < row; blank = await blankRuns.next()) {
      const [first, last] = blank.value;
      if (first > next) yield unsentLine(next, first - 1, unsent);
      yield blankLine(first, last);
      next = last + 1;
    }
    if (row > next) yield unsentLine(next, row - 1, unsent);
  }
  for await (const row of listAll(async (range) => listNamedRows(db, upload.id, range))) {
    yield* linesBefore(row.row_number);
    yield resultLine(presentRow(row, linksOf));
    next = row.row_number + 1;
  }
  yield* linesBefore(upload.read + 2);
}

/** Returns one line for rows that were never sent. */
function unsentLine(first: number, last: number, outcome: string): string {
  const reason = first === last ? 'Not submitted.' : `Not submitted: ${last - first + 1} rows.`;
  return csvLine([rowRange(first, last), outcome, '', '', '', reason, '', '']);
}

/** Returns one line for a run of blank rows. */
function blankLine(first: number, last: number): string {
  const reason = first === last ? '' : `Blank: ${last - first + 1} rows.`;
  return csvLine([rowRange(first, last), 'blank', '', '', '', reason, '', '']);
}

/** Returns a range of rows in words, because a spreadsheet parses `2-9` as a date. */
function rowRange(first: number, last: number): string {
  return first === last ? String(first) : `${first} to ${last}`;
}

function resultLine(result: RowResult): string {
  return csvLine(resultColumns.map(([, read]) => guardCell(null, read(result))));
}

function writeError({ column, error }: RowResult['errors'][number]): string {
  return column === '' ? error : `${column}: ${error}`;
}
