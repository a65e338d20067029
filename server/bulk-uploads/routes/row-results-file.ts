import type { RowResult } from '#contract/bulk-upload/bulk-uploads.ts';
import { csvLine, guardCell } from '#contract/bulk-upload/csv-text.ts';
import { listBlankRuns } from '#server/bulk-uploads/blank-runs.store.ts';
import { listNamedRows } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import { type LinksOf, presentRow } from '#server/bulk-uploads/bulk-uploads.presenter.ts';
import type { UploadRow } from '#server/bulk-uploads/bulk-uploads.store.ts';
import type { Run } from '#server/bulk-uploads/runs.rules.ts';
import type { Db } from '#server/db/connect.ts';
import { readByPages } from '#server/db/pages.ts';

import { listAllRows, rowsAtOnce } from './all-rows.ts';

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
export async function* rowResultsCsv(
  db: Db,
  upload: UploadRow,
  linksOf: LinksOf,
): AsyncGenerator<string> {
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
  for await (const row of listAllRows(async (range) => listNamedRows(db, upload.id, range))) {
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
