import { uploadLimits } from '#contract/web/bulk-uploads.ts';

import type { FileRows } from './file-rows.ts';
import type { JudgedRows } from './judged-rows.ts';
import type { LeftOutRows } from './left-out-rows.ts';
import { cellsNow, firstRowNumber } from './row-view.ts';
import type { RowBatch } from './sheet.ts';

/** A batch is sent in one request: about this many characters. */
const mostCharacters = 1_000_000;

/** The next rows that are not leads yet, from the row with this number on. */
export async function nextBatch(
  judged: JudgedRows,
  rows: FileRows,
  leftOut: LeftOutRows,
  fromRow: number,
): Promise<RowBatch> {
  const batch = {
    rows: [] as [number, ...string[]][],
    leftOut: [] as RowBatch['leftOut'][number][],
  };
  let characters = 0;
  let row = Math.max(0, fromRow - firstRowNumber);
  for (; row < judged.length; row += 1) {
    if (batch.rows.length + batch.leftOut.length === uploadLimits.rowsInBatch) break;
    const state = judged.states.state(row);
    if (state === 'submitted') continue;
    const number = row + firstRowNumber;
    // The service is sent the template's columns alone, and would take such a row without the rest of it.
    if (state === 'left-out') {
      batch.leftOut.push({ row: number, ...leftOut.reason(row) });
      continue;
    }
    if (judged.hasExtraCells(row)) {
      batch.leftOut.push({ row: number, reason: 'extra-cells', of: null });
      continue;
    }
    const cells =
      state === 'blank' ? [] : cellsNow(judged, row, (await rows.cells([row])).get(row) ?? []);
    while (cells.at(-1) === '') cells.pop();
    const length = cells.reduce((sum, cell) => sum + cell.length + 3, 0);
    if (characters > 0 && characters + length > mostCharacters) break;
    characters += length;
    batch.rows.push([number, ...cells.map((cell) => cell.slice(0, uploadLimits.cellCharacters))]);
  }
  return { ...batch, next: row < judged.length ? row + firstRowNumber : null };
}
