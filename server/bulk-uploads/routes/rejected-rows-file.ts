import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import {
  reasonLines,
  reasonsHeader,
  type RejectedRow,
  rejectedRowLine,
  templateLine,
  withContact,
} from '#contract/bulk-upload/rejected-rows.ts';
import { findParseOptionsAndContact } from '#server/bulk-uploads/bulk-upload-choices.store.ts';
import { listRejectedRows } from '#server/bulk-uploads/bulk-upload-rows.store.ts';
import type { Db } from '#server/db/connect.ts';
import { lengthOfCells } from '#server/spreadsheets/workbook-thread.ts';

import { listAllRows } from './all-rows.ts';

/** Yields the rejected rows; `cells` is null where the cells have been deleted. */
async function* rejectedRows(db: Db, uploadId: string): AsyncGenerator<RejectedRow> {
  const rows = listAllRows(
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
export async function* rejectedCells(db: Db, uploadId: string): AsyncGenerator<readonly string[]> {
  const { contactId } = await findParseOptionsAndContact(db, uploadId);
  for await (const { cells } of rejectedRows(db, uploadId))
    if (cells) yield withContact(cells.slice(0, templateColumns.length), contactId);
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
