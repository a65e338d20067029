import type { RowResult } from '#contract/bulk-upload/bulk-uploads.ts';
import { csvLine, guardCell } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import {
  reasonLines,
  reasonsHeader,
  rejectedRowLine,
  templateLine,
  type RejectedRow,
} from '#contract/bulk-upload/rejected-rows.ts';
import {
  listRejectedRows,
  listRows,
  type RowRange,
} from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import { type LinksOf, presentOutcome } from '#server/bulk-uploads/bulk-uploads.presenter.ts';
import type { UploadRow } from '#server/bulk-uploads/bulk-uploads.store.ts';
import type { Db } from '#server/db/connect.ts';

const rowsAtOnce = 1_000;

/**
 * Yields rows of an upload, read page by page, so that a slow client holds no database connection.
 */
async function* rowsOf<Row extends { readonly row_number: number }>(
  list: (range: RowRange) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after = 0;
  for (;;) {
    const rows = await list({ after, limit: rowsAtOnce });
    for (const row of rows) yield row;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.row_number ?? after;
  }
}

/** Yields the rejected rows; `cells` is null where the cells have been deleted. */
async function* rejectedRows(db: Db, uploadId: string): AsyncGenerator<RejectedRow> {
  const rows = rowsOf(async (range) => listRejectedRows(db, uploadId, range));
  for await (const { row_number: row, cells, errors } of rows)
    yield { row, cells, errors: errors ?? [] };
}

/** Yields the stored cells of the rejected rows, limited to the columns of the template. */
export async function* rejectedCells(db: Db, uploadId: string): AsyncGenerator<readonly string[]> {
  for await (const { cells } of rejectedRows(db, uploadId))
    if (cells) yield cells.slice(0, templateColumns.length);
}

/** Yields the rejected rows as CSV in the format of the template. */
export async function* rejectedRowsCsv(db: Db, uploadId: string): AsyncGenerator<string> {
  yield templateLine;
  for await (const cells of rejectedCells(db, uploadId)) yield rejectedRowLine(cells);
}

/** Yields the rejection reasons as CSV, with the line of each row in the file of rejected rows. */
export async function* rejectionReasonsCsv(db: Db, uploadId: string): AsyncGenerator<string> {
  yield reasonsHeader;
  let line = 1;
  for await (const row of rejectedRows(db, uploadId))
    yield reasonLines(row, row.cells === null ? null : (line += 1));
}

const resultsHeader = csvLine([
  'Row',
  'Outcome',
  'Lead id',
  'Bank statements link',
  'Application link',
  'Reason',
]);

/**
 * Yields the result of each row as CSV. Consecutive rows that were never sent share one line,
 * because their number is only what the client said. This bounds the file by the rows that were
 * sent.
 */
export async function* rowResultsCsv(
  db: Db,
  upload: UploadRow,
  linksOf: LinksOf,
): AsyncGenerator<string> {
  const unsent = upload.state === 'stopped' ? 'left out' : 'waiting';
  yield resultsHeader;
  // The header is row 1.
  let next = 2;
  for await (const row of rowsOf(async (range) => listRows(db, upload.id, range))) {
    if (row.row_number > next) yield unsentLine(next, row.row_number - 1, unsent);
    yield resultLine(presentOutcome(row, linksOf));
    next = row.row_number + 1;
  }
  const last = upload.read + 1;
  if (next <= last) yield unsentLine(next, last, unsent);
}

/** Yields the result lines that contain more than numbers and links. */
export async function* writtenResultsCsv(
  db: Db,
  upload: UploadRow,
  linksOf: LinksOf,
): AsyncGenerator<string> {
  yield Object.values(linksOf(upload.id)).join('');
  for (const outcome of ['rejected', 'left-out', 'unknown'] as const)
    for await (const row of rowsOf(async (range) => listRows(db, upload.id, { ...range, outcome })))
      yield resultLine(presentOutcome(row, linksOf));
}

/**
 * Returns one line for rows that were never sent. Their range is in words, because a spreadsheet
 * parses `2-9` as a date.
 */
function unsentLine(first: number, last: number, outcome: string): string {
  const [rows, reason] =
    first === last
      ? [String(first), 'Not submitted.']
      : [`${first} to ${last}`, `Not submitted: ${last - first + 1} rows.`];
  return csvLine([rows, outcome, '', '', '', reason]);
}

function resultLine(result: Omit<RowResult, 'client' | 'company'>): string {
  const errors = result.errors.map(({ column, error }) =>
    column === '' ? error : `${column}: ${error}`,
  );
  const cells = [
    String(result.row),
    result.outcome.replace('-', ' '),
    result.leadId ?? '',
    result.bankStatementsUpdateLink,
    result.applicationLink,
    [...errors, result.reason].join(' ').trim(),
  ];
  return csvLine(cells.map((cell) => guardCell(null, cell)));
}
