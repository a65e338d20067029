import { csvLine, guardCell } from '#contract/csv-text.ts';
import { templateColumns } from '#contract/lead-template.ts';
import {
  reasonLines,
  reasonsHeader,
  refusedRowLine,
  templateLine,
  type RefusedRow,
} from '#contract/refused-rows.ts';
import type { RowResult } from '#contract/web/bulk-uploads.ts';
import type { Db } from '#server/db/connect.ts';

import { listRefusedRows, listRows, type RowRange } from './bulk-upload-rows.store.ts';
import { type LinksOf, presentRow } from './bulk-uploads.presenter.ts';
import type { UploadRow } from './bulk-uploads.store.ts';

const rowsAtOnce = 1_000;

/** Rows of an upload, page by page, so that no connection is held while a slow line takes them. */
async function* pagesOf<Row extends { readonly row_number: number }>(
  list: (range: RowRange) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after = 0;
  for (;;) {
    const rows = await list({ after, limit: rowsAtOnce });
    yield rows;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.row_number ?? after;
  }
}

/** The refused rows, page by page; those whose cells are no longer kept without them. */
async function* refusedPages(db: Db, uploadId: string): AsyncGenerator<readonly RefusedRow[]> {
  for await (const page of pagesOf(async (range) => listRefusedRows(db, uploadId, range)))
    yield page.map(({ row_number: row, cells, faults }) => ({ row, cells, faults: faults ?? [] }));
}

/** The cells of the refused rows, as far as they are kept and the template has columns for them. */
export async function* refusedCells(
  db: Db,
  uploadId: string,
): AsyncGenerator<readonly (readonly string[])[]> {
  for await (const page of refusedPages(db, uploadId))
    yield page.flatMap(({ cells }) => (cells ? [cells.slice(0, templateColumns.length)] : []));
}

/** The refused rows in the template's form. */
export async function* refusedRowsCsv(db: Db, uploadId: string): AsyncGenerator<string> {
  yield templateLine;
  for await (const page of refusedCells(db, uploadId)) yield page.map(refusedRowLine).join('');
}

/** Why each of them was refused, numbered as they stand in their file. */
export async function* refusalReasonsCsv(db: Db, uploadId: string): AsyncGenerator<string> {
  yield reasonsHeader;
  let place = 1;
  for await (const page of refusedPages(db, uploadId)) {
    const lines = page.map((row) => reasonLines(row, row.cells === null ? null : (place += 1)));
    yield lines.join('');
  }
}

const resultsHeader = csvLine([
  'Row',
  'Outcome',
  'Lead id',
  'Bank statements link',
  'Application link',
  'Reason',
]);

/** What became of each row; those never sent among them, so that there is one line for every row that was read. */
export async function* rowResultsCsv(
  db: Db,
  upload: UploadRow,
  linksOf: LinksOf,
): AsyncGenerator<string> {
  const unsent = upload.state === 'stopped' ? 'left out' : 'waiting';
  yield resultsHeader;
  // The header is row 1.
  let next = 2;
  for await (const page of pagesOf(async (range) => listRows(db, upload.id, range)))
    for (const row of page) {
      yield* unsentLines(next, row.row_number, unsent);
      yield resultLine(presentRow(row, linksOf));
      next = row.row_number + 1;
    }
  yield* unsentLines(next, upload.read + 2, unsent);
}

/** Those lines of the results that hold more than numbers and links. */
export async function* writtenResultsCsv(
  db: Db,
  upload: UploadRow,
  linksOf: LinksOf,
): AsyncGenerator<string> {
  yield Object.values(linksOf(upload.id)).join('');
  for (const outcome of ['refused', 'left-out', 'unknown'] as const)
    for await (const page of pagesOf(async (range) =>
      listRows(db, upload.id, { ...range, outcome }),
    ))
      yield page.map((row) => resultLine(presentRow(row, linksOf))).join('');
}

function* unsentLines(from: number, to: number, outcome: string): Generator<string> {
  for (let row = from; row < to; row += 1)
    yield csvLine([String(row), outcome, '', '', '', 'Not sent.']);
}

function resultLine(result: RowResult): string {
  const faults = result.faults.map(({ column, fault }) =>
    column === '' ? fault : `${column}: ${fault}`,
  );
  const cells = [
    String(result.row),
    result.outcome.replace('-', ' '),
    result.leadId ?? '',
    result.bankStatementsUpdateLink,
    result.applicationLink,
    [...faults, result.reason].join(' ').trim(),
  ];
  return csvLine(cells.map((cell) => guardCell(null, cell)));
}
