import { duplicateKeys } from '#contract/bulk-upload/duplicate-keys.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { firstRowNumber } from '#src/bulk-upload/reader/row-index.ts';

import type { FileRows } from './file-rows.ts';
import { rowFlags } from './row-states.ts';
import { cellsNow, currentErrors } from './row-view.ts';
import type { Sheet } from './sheet.ts';
import type { ValidatedRows } from './validated-rows.ts';

const columnIndexes = new Map(templateColumns.map(({ name }, columnIndex) => [name, columnIndex]));

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
      const columnIndex = columnIndexes.get(name) ?? -1;
      return columnIndex in wrong ? '' : (cells[columnIndex] ?? '');
    });
    if (keys.length > 0 && keys.length + keysOfRow.length > maxKeys)
      return { keys, next: row + firstRowNumber };
    for (const key of keysOfRow) keys.push([row + firstRowNumber, key]);
  }
  return { keys, next: null };
}
