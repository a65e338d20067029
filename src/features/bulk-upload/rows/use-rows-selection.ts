import { useState } from 'react';

import { type GridSelection, selectPosition, within } from '#src/ui/grid/data-grid-selection.ts';

import type { ShownColumns } from './rows-columns.ts';
import { filterKey } from './rows-filter.ts';
import type { RowsWindow } from './rows-window.ts';

/** Returns what is selected among the rows and columns shown now, and what selects other cells. */
export function useRowsSelection(rows: RowsWindow, shown: ShownColumns) {
  const [saved, setSaved] = useState({ rows, shown, selection: start });
  const selection = fitting(moved(saved, rows, shown), rows.count, shown.columns.length);
  return [selection, (next: GridSelection) => setSaved({ rows, shown, selection: next })] as const;
}

const start = selectPosition({ row: 0, column: 0 });

/** The selection, and the rows and columns in which it was made. */
interface Saved {
  readonly rows: RowsWindow;
  readonly shown: ShownColumns;
  readonly selection: GridSelection;
}

/**
 * Returns the selection among the rows and columns shown now: on the same cell after other columns
 * are shown, on the first cell of other rows.
 */
function moved({ rows: before, shown, selection }: Saved, rows: RowsWindow, now: ShownColumns) {
  if (before === rows && shown === now) return selection;
  if (filterKey(before.filter) !== filterKey(rows.filter)) return start;
  const { row, column } = selection.active;
  const position = Math.max(0, now.indexes.indexOf(shown.indexes[column] ?? 0));
  return selectPosition({ row, column: position });
}

/** Returns the selection limited to the existing rows; the same object if it fits. */
function fitting(selection: GridSelection, rowCount: number, columns: number): GridSelection {
  const last = Math.max(selection.active.row, selection.end.row);
  if (last < Math.max(1, rowCount)) return selection;
  return selectPosition(within(selection.active, { rows: rowCount, columns, page: 1 }));
}
