import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';

import { errorMessage } from '#src/bulk-upload/job/autosave.ts';
import type { Changed, RowFilter, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import { selectPosition, type GridSelection, within } from '#src/ui/grid/data-grid-model.ts';
import { DataGrid, type DataGridHandle } from '#src/ui/grid/data-grid.tsx';

import { rowActions } from './rows-actions.ts';
import { RowsBar, RowsSummaryBar } from './rows-bar.tsx';
import { rowProjection, type ShownColumns, useShownColumns } from './rows-columns.ts';
import { filterKey, describeRowFilter } from './rows-filter.ts';
import type { RowsWindow } from './rows-window.ts';
import { type RowsRequest, useRowsWindow } from './use-rows-window.ts';

import s from './rows-grid.module.css';

interface RowsGridProps extends RowsRequest {
  /** Increases each time the user asks to go to the first invalid cell of the rows shown. */
  visits: number;
  /** The names of the template columns that the file has. */
  fileColumns: readonly string[];
  /** Shown below the rows, beside the active cell's errors. */
  status: ReactNode;
  onFilter: (filter: RowFilter) => void;
  /** Called after cells were written here, or a step was undone or redone. */
  onChanged: (changed: Changed) => void;
}

/** Shows all rows of the file in a grid, with filters above and the active cell's errors below. */
export function RowsGrid(props: RowsGridProps) {
  const { sheet, summary, filter, fileColumns, status, onFilter, onChanged } = props;
  const summaryBarId = useId();
  const grid = useRef<DataGridHandle>(null);
  const [rejection, setRejection] = useState('');
  const handleReject = (sentence: string) => {
    setRejection(sentence);
    announce(sentence);
  };
  const handleFail = (error: unknown) => handleReject(errorMessage(error));
  const { shown, ...allColumns } = useShownColumns(fileColumns, summary);
  const { rows, markAsReloaded } = useRowsWindow(props, handleFail);
  const gridRows = useGridRows(rows, shown);
  const [selection, setSelection] = useRowsSelection(rows, shown);
  const handleSelection = (next: GridSelection) => {
    setRejection('');
    setSelection(next);
  };
  const actions = rowActions({
    sheet,
    filter,
    rows,
    columnIndexes: shown.indexes,
    active: selection.active,
    onReject: handleReject,
    onActive: (position) => handleSelection(selectPosition(position)),
    onChanged: (changed) => {
      markAsReloaded(changed);
      onChanged(changed);
    },
  });
  const steps = { onUndo: () => void actions.undo(), onRedo: () => void actions.redo() };
  const focusGrid = () => grid.current?.focus();
  useFirstError(props, rows, actions.goToFirst, focusGrid);
  const handleVisible = useVisibleRows(rows, handleFail);
  const filterText = describeRowFilter(filter, summary);
  const { row, column } = selection.active;
  return (
    <section className={s.rows} aria-label="Rows of the file">
      <RowsBar
        {...{ summary, filter, onFilter, allColumns, ...steps }}
        onRow={(number) => void actions.goToRow(number).then(focusGrid)}
        onNextError={(direction) => void actions.goToError(direction).then(focusGrid)}
      />
      {rows.isCounted && rows.count === 0 && <p className={s.none}>{filterText.none}</p>}
      {rows.count > 0 && (
        <DataGrid
          key={filterKey(filter)}
          ref={grid}
          {...{ selection, ...steps }}
          label={filterText.label}
          rowHeader="Row"
          columns={shown.columns}
          {...gridRows}
          describedBy={summaryBarId}
          onSelection={handleSelection}
          onVisible={handleVisible}
          onWrite={(at, cells) => void actions.write(at, cells)}
          onNextError={(direction) => void actions.goToError(direction)}
          onReject={handleReject}
        />
      )}
      {rows.isCounted && (
        <RowsSummaryBar
          id={summaryBarId}
          row={rows.rowAt(row)}
          columnIndex={shown.indexes[column] ?? 0}
          rejection={rejection}
          status={status}
        />
      )}
    </section>
  );
}

/** Returns the rows for the grid, with the columns shown. */
function useGridRows(rows: RowsWindow, shown: ShownColumns) {
  const project = useMemo(() => rowProjection(shown), [shown]);
  return {
    rowCount: rows.count,
    rowAt: (index: number) => {
      const found = rows.rowAt(index);
      return found && project(found);
    },
    loadRows: async (first: number, count: number) => (await rows.load(first, count)).map(project),
  };
}

/**
 * Goes to the first invalid cell each time the user asks for the rows shown; where few columns fit,
 * also when such rows appear.
 */
function useFirstError(
  { filter, summary, visits }: RowsGridProps,
  rows: RowsWindow,
  goToFirst: (column: string | undefined) => Promise<void>,
  focusGrid: () => void,
): void {
  const go = useEffectEvent(() => goToFirst(issueColumn(filter, summary)));
  const visit = useEffectEvent(() => void go().then(focusGrid));
  useEffect(() => {
    if (visits > 0 && rows.isCounted) visit();
  }, [visits, rows, rows.isCounted]);
  const showError = useEffectEvent(() => {
    const isOfErrors = filter.kind === 'invalid' || filter.kind === 'issue';
    if (isOfErrors && window.innerWidth <= maxPhoneWidth) void go();
  });
  useEffect(() => {
    if (rows.isCounted) showError();
  }, [rows.isCounted]);
}

/** Returns the function that loads the visible rows, including rows that replace them later. */
function useVisibleRows(rows: RowsWindow, onFail: (error: unknown) => void) {
  const visible = useRef({ first: 0, end: 0 });
  const see = useEffectEvent((shownRows: RowsWindow) => {
    shownRows.see(visible.current.first, visible.current.end).catch(onFail);
  });
  useEffect(() => see(rows), [rows]);
  return (first: number, end: number) => {
    visible.current = { first, end };
    rows.see(first, end).catch(onFail);
  };
}

/**
 * The maximum window width, in pixels, at which the first invalid cell of the rows shown becomes
 * active: few columns fit beside the row numbers there, and the invalid one is seldom among them.
 */
const maxPhoneWidth = 720;

/** Returns the column of the filter or of its issue; undefined if the filter has none. */
function issueColumn(filter: RowFilter, { issues }: SheetSummary): string | undefined {
  if (filter.kind !== 'issue') return undefined;
  return issues.find(({ key }) => key === filter.issue)?.column ?? undefined;
}

/** Returns the selection among the rows and columns shown now, and its setter. */
function useRowsSelection(rows: RowsWindow, shown: ShownColumns) {
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
