import { uploadLimits } from '#contract/bulk-upload/bulk-uploads.ts';
import { duplicateKeys } from '#contract/bulk-upload/duplicate-keys.ts';
import { templateColumnIndex } from '#contract/bulk-upload/lead-template.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-format.ts';

import type { LeftOutRows } from './left-out-rows.ts';
import { rowFlags } from './row-states.ts';
import { type FileRows, cellsNow, currentErrors } from './row-view.ts';
import type { RowBatch, Sheet } from './sheet.ts';
import { extraCellsIndex, type ValidatedRows } from './validated-rows.ts';

/** Max characters of a batch, approximately: each batch is one request. */
const maxCharacters = 1_000_000;

/** Blank rows in a run of at least this many are sent as a run: a file can have a million. */
const minBlankRun = 10;

/**
 * Returns the next rows that are neither submitted nor unknown, from row number `fromRow` on: at
 * most `maxRows` rows and about `maxCharacters` characters.
 */
export async function nextBatch(
  validated: ValidatedRows,
  rows: FileRows,
  leftOut: LeftOutRows,
  { fromRow, maxRows }: { readonly fromRow: number; readonly maxRows: number },
): Promise<RowBatch> {
  const batch: Omit<RowBatch, 'next'> = { rows: [], leftOut: [], blank: [] };
  let characters = 0;
  let row = Math.max(0, fromRow - firstRowNumber);
  for (; row < validated.length; row += 1) {
    if (batch.rows.length + batch.leftOut.length + batch.blank.length === maxRows) break;
    const state = validated.states.state(row);
    if (state === 'submitted' || state === 'unknown') continue;
    const number = row + firstRowNumber;
    if (state === 'left-out') {
      batch.leftOut.push({ row: number, ...leftOut.reason(row) });
      continue;
    }
    const blankRows = state === 'blank' ? blankRowsFrom(validated, row) : 0;
    if (blankRows >= minBlankRun) {
      batch.blank.push([number, number + blankRows - 1]);
      row += blankRows - 1;
      continue;
    }
    const cells =
      state === 'blank'
        ? []
        : sentCells(cellsNow(validated, row, (await rows.cells([row])).get(row) ?? []));
    const length = cells.reduce((sum, cell) => sum + cell.length + 3, 0);
    if (characters > 0 && characters + length > maxCharacters) break;
    characters += length;
    batch.rows.push([number, ...cells]);
  }
  return { ...batch, next: row < validated.length ? row + firstRowNumber : null };
}

/** Returns the number of consecutive blank rows from a row on. */
function blankRowsFrom({ states }: ValidatedRows, row: number): number {
  let end = row;
  while (end < states.length && states.state(end) === 'blank') end += 1;
  return end - row;
}

/**
 * Returns a row's cells, cut to the limits of an upload, without trailing empty ones. A row with
 * extra cells retains the empty ones, because the number of cells is its error.
 */
function sentCells(cells: string[]): string[] {
  const { cellsInRow, cellCharacters, charactersBeyond } = uploadLimits;
  if (cells.length <= extraCellsIndex) while (cells.at(-1) === '') cells.pop();
  return cells
    .slice(0, cellsInRow)
    .map((cell, columnIndex) =>
      cell.slice(0, columnIndex < extraCellsIndex ? cellCharacters : charactersBeyond),
    );
}

/**
 * Returns the duplicate keys of rows that may become leads, from row number `fromRow` on: at most
 * `maxKeys` keys, but all keys of the first row. Invalid cells have no key.
 */
export async function rowKeys(
  validated: ValidatedRows,
  rows: FileRows,
  fromRow: number,
  maxKeys: number,
): ReturnType<Sheet['duplicateKeys']> {
  const keys: [number, string][] = [];
  for (let row = Math.max(0, fromRow - firstRowNumber); row < validated.length; row += 1) {
    const state = validated.states.state(row);
    if (state === 'submitted' || state === 'unknown' || state === 'blank') continue;
    if (validated.states.has(row, rowFlags.extraCells)) continue;
    const ofFile = (await rows.cells([row])).get(row) ?? [];
    const cells = cellsNow(validated, row, ofFile);
    const wrong = currentErrors(validated, row, cells);
    const keysOfRow = duplicateKeys((name) => {
      const columnIndex = templateColumnIndex(name);
      return columnIndex in wrong ? '' : (cells[columnIndex] ?? '');
    });
    if (keys.length > 0 && keys.length + keysOfRow.length > maxKeys)
      return { keys, next: row + firstRowNumber };
    for (const key of keysOfRow) keys.push([row + firstRowNumber, key]);
  }
  return { keys, next: null };
}
