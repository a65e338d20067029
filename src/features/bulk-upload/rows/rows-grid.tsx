import { useId, useRef, useState } from 'react';

import type { Changed, RowFilter, Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { type GridSelection, selectionOf, within } from '#src/ui/grid/data-grid-selection.ts';
import { DataGrid, type DataGridHandle } from '#src/ui/grid/data-grid.tsx';

import { failure, rowActions } from './rows-actions.ts';
import { RowsBar } from './rows-bar.tsx';
import { rowsColumns } from './rows-columns.ts';
import { filterKey, filterWords } from './rows-filter.ts';
import { RowsSummaryBar } from './rows-summary-bar.tsx';
import { useRowsWindow } from './use-rows-window.ts';

import s from './rows-grid.module.css';

interface RowsGridProps {
  sheet: Sheet;
  /** The sheet's current summary. A new object means that rows have changed. */
  summary: SheetSummary;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  /** Called after cells were written here, or a step was undone or redone. */
  onChanged: (changed: Changed) => void;
}

/** Shows all rows of the file in a grid, with filters above and the active cell's errors below. */
export function RowsGrid({ sheet, summary, filter, onFilter, onChanged }: RowsGridProps) {
  const summaryBarId = useId();
  const grid = useRef<DataGridHandle>(null);
  const [rejection, setRejection] = useState('');
  const handleReject = (sentence: string) => {
    setRejection(sentence);
    announce(sentence);
  };
  const handleFail = (error: unknown) => handleReject(failure(error));
  const { rows, markAsReloaded } = useRowsWindow(sheet, summary, filter, handleFail);
  const [saved, setSaved] = useState({ rows, selection: start });
  const selection = fitting(saved.rows === rows ? saved.selection : start, rows.count);
  const handleSelection = (next: GridSelection) => {
    setRejection('');
    setSaved({ rows, selection: next });
  };
  const actions = rowActions({
    sheet,
    filter,
    rows,
    active: selection.active,
    onReject: handleReject,
    onActive: (position) => handleSelection(selectionOf(position)),
    onChanged: (changed) => {
      markAsReloaded(changed);
      onChanged(changed);
    },
  });
  const words = filterWords(filter, summary);
  const { row, column } = selection.active;
  return (
    <section className={s.rows} aria-label="Rows of the file">
      <RowsBar
        {...{ summary, filter, onFilter }}
        onRow={(number) => void actions.goToRow(number).then(() => grid.current?.focus())}
        onNextError={(way) => void actions.goToError(way).then(() => grid.current?.focus())}
        onUndo={() => void actions.undo()}
        onRedo={() => void actions.redo()}
      />
      {rows.isCounted && rows.count === 0 && <p className={s.none}>{words.none}</p>}
      {rows.count > 0 && (
        <DataGrid
          key={filterKey(filter)}
          ref={grid}
          label={words.label}
          rowHeader="Row"
          columns={rowsColumns}
          rowCount={rows.count}
          rowAt={rows.rowAt}
          selection={selection}
          describedBy={summaryBarId}
          loadRows={(first, count) => rows.load(first, count)}
          onSelection={handleSelection}
          onVisible={(first, end) => void rows.see(first, end).catch(handleFail)}
          onWrite={(at, cells) => void actions.write(at, cells)}
          onNextError={(way) => void actions.goToError(way)}
          onUndo={() => void actions.undo()}
          onRedo={() => void actions.redo()}
          onReject={handleReject}
        />
      )}
      {rows.isCounted && (
        <RowsSummaryBar
          id={summaryBarId}
          row={rows.rowAt(row)}
          columnIndex={column}
          rejection={rejection}
        />
      )}
    </section>
  );
}

const start = selectionOf({ row: 0, column: 0 });

/** Returns the selection limited to the existing rows; the same object if it fits. */
function fitting(selection: GridSelection, rowCount: number): GridSelection {
  const last = Math.max(selection.active.row, selection.end.row);
  if (last < Math.max(1, rowCount)) return selection;
  const bounds = { rows: rowCount, columns: rowsColumns.length, page: 1 };
  return selectionOf(within(selection.active, bounds));
}
