import type { RowFilter, Sheet } from '#src/bulk-upload/rows/sheet.ts';
import type { CellPosition } from '#src/ui/grid/data-grid-model.ts';

import { RowsWindow } from './rows-window.ts';
import type { ShownRow } from './shown-rows.ts';

/** Rows loaded per step while searching for the next error. */
const stride = 200;

/**
 * Returns the index of the first row with this number or a higher one; the row count if there is
 * none.
 */
export async function findRowIndex(rows: RowsWindow, row: number): Promise<number> {
  let low = 0;
  let high = rows.count;
  // With every row shown, row 2 has index 0, so the first guess usually hits.
  let middle = Math.min(row - 2, high - 1);
  while (low < high) {
    const [found] = await rows.load(Math.max(low, middle), 1);
    const index = Math.max(low, middle);
    if (found === undefined || found.row >= row) high = index;
    else low = index + 1;
    if (found?.row === row) return index;
    middle = Math.floor((low + high) / 2);
  }
  return low;
}

/** Rows looked at for an error of one column, before an error of any column is taken. */
const maxRowsForColumn = 400;

/**
 * Returns the first invalid cell of a column among the rows shown, by row and column index; of any
 * column if the column is undefined or none of the first rows is invalid there.
 */
export async function firstError(rows: RowsWindow, columnIndex: number | undefined) {
  if (columnIndex !== undefined) {
    const first = await rows.load(0, maxRowsForColumn);
    const row = first.findIndex(({ errors }) => errors[columnIndex] !== undefined);
    if (row !== -1) return { row, column: columnIndex };
  }
  return scan(rows, -1, 'next');
}

/** Returns the nearest invalid cell after or before a position; undefined if there is none. */
export async function nextError(
  sheet: Sheet,
  filter: RowFilter,
  rows: RowsWindow,
  from: CellPosition,
  direction: 'next' | 'previous',
): Promise<CellPosition | undefined> {
  const [current] = await rows.load(from.row, 1);
  const inRow =
    current &&
    invalidColumnIndexes(current, direction).find((index) =>
      direction === 'next' ? index > from.column : index < from.column,
    );
  if (inRow !== undefined) return { row: from.row, column: inRow };
  if (filter.kind !== 'all' || current === undefined) return scan(rows, from.row, direction);
  return amongAll(sheet, rows, current.row, direction);
}

/** Returns the column indexes of a row's invalid cells, in search order. */
function invalidColumnIndexes({ errors }: ShownRow, direction: 'next' | 'previous'): number[] {
  const indexes = Object.keys(errors)
    .map(Number)
    .toSorted((a, b) => a - b);
  return direction === 'next' ? indexes : indexes.toReversed();
}

/**
 * Scans the rows shown for an error. Under a filter for invalid rows, the first row scanned usually
 * has one.
 */
async function scan(rows: RowsWindow, from: number, direction: 'next' | 'previous') {
  for (let step = 0; ; step += 1) {
    const first = direction === 'next' ? from + 1 + step * stride : from - (step + 1) * stride;
    const count = first < 0 ? stride + first : stride;
    if (count <= 0 || first >= rows.count) return undefined;
    const start = Math.max(0, first);
    const found = (await rows.load(start, count)).map((row, index) => ({
      row,
      index: start + index,
    }));
    for (const { row, index } of direction === 'next' ? found : found.toReversed()) {
      const [column] = invalidColumnIndexes(row, direction);
      if (column !== undefined) return { row: index, column };
    }
  }
}

/**
 * Finds the next invalid row in the list of invalid rows: among a million rows, invalid rows can be
 * far apart.
 */
async function amongAll(
  sheet: Sheet,
  rows: RowsWindow,
  row: number,
  direction: 'next' | 'previous',
) {
  const invalid = new RowsWindow(sheet, { kind: 'invalid' });
  await invalid.refresh();
  const after = await findRowIndex(invalid, direction === 'next' ? row + 1 : row);
  const index = direction === 'next' ? after : after - 1;
  const [found] = index < 0 ? [] : await invalid.load(index, 1);
  const [column] = found === undefined ? [] : invalidColumnIndexes(found, direction);
  if (found === undefined || column === undefined) return undefined;
  return { row: await findRowIndex(rows, found.row), column };
}
