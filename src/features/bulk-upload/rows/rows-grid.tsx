import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';

import type {
  Changed,
  RowFilter,
  RowSort,
  Sheet,
  SheetSummary,
} from '#src/bulk-upload/rows/sheet.ts';
import { announce } from '#src/ui/elements/announcer.tsx';
import type { GridColumn } from '#src/ui/grid/data-grid-model.ts';
import { type GridSelection, selectionOf, within } from '#src/ui/grid/data-grid-selection.ts';
import { DataGrid, type DataGridHandle } from '#src/ui/grid/data-grid.tsx';

import { failure, rowActions } from './rows-actions.ts';
import { RowsBar } from './rows-bar.tsx';
import type { ShownColumns } from './rows-columns.ts';
import { filterKey, filterWords } from './rows-filter.ts';
import { RowsSummaryBar } from './rows-summary-bar.tsx';
import type { RowsWindow } from './rows-window.ts';
import { useRowsWindow } from './use-rows-window.ts';
import { rowProjection, useShownColumns } from './use-shown-columns.ts';

import s from './rows-grid.module.css';

interface RowsGridProps {
  sheet: Sheet;
  /** The sheet's current summary. A new object means that the rows are read again. */
  summary: SheetSummary;
  /** Increases with each change of the rows, here or elsewhere. */
  changes: number;
  filter: RowFilter;
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
  const { sheet, summary, changes, filter, visits, fileColumns, status } = props;
  const { onFilter, onChanged } = props;
  const summaryBarId = useId();
  const grid = useRef<DataGridHandle>(null);
  const visible = useRef({ first: 0, end: 0 });
  const [rejection, setRejection] = useState('');
  const handleReject = (sentence: string) => {
    setRejection(sentence);
    announce(sentence);
  };
  const handleFail = (error: unknown) => handleReject(failure(error));
  const [sort, setSort] = useState<RowSort | null>(null);
  const { rows, isSorting, markAsReloaded } = useRowsWindow(
    { sheet, filter, sort },
    { summary, changes },
    handleFail,
  );
  const { shown, ...allColumns } = useShownColumns(fileColumns, summary);
  const project = useMemo(() => rowProjection(shown), [shown]);
  const [saved, setSaved] = useState({ rows, shown, selection: start });
  const selection = fitting(moved(saved, rows, shown), rows.count, shown.columns.length);
  const handleSelection = (next: GridSelection) => {
    setRejection('');
    setSaved({ rows, shown, selection: next });
  };
  const actions = rowActions({
    sheet,
    filter,
    rows,
    columnIndexes: shown.indexes,
    active: selection.active,
    onReject: handleReject,
    onActive: (position) => handleSelection(selectionOf(position)),
    onChanged: (changed) => {
      markAsReloaded(changed);
      onChanged(changed);
    },
  });
  const visit = useEffectEvent(() => {
    void actions.goToFirst(issueColumn(filter, summary)).then(() => grid.current?.focus());
  });
  useEffect(() => {
    if (visits > 0 && rows.isCounted) visit();
  }, [visits, rows, rows.isCounted]);
  const showError = useEffectEvent(() => {
    const isOfErrors = ['invalid', 'issue', 'column'].includes(filter.kind);
    if (isOfErrors && window.innerWidth <= maxPhoneWidth)
      void actions.goToFirst(issueColumn(filter, summary));
  });
  useEffect(() => {
    if (rows.isCounted) showError();
  }, [rows.isCounted]);
  const gridSort = useMemo(
    () => sort && { ...sort, column: shown.columns.findIndex(isNamed(sort.column)) },
    [sort, shown],
  );
  function handleSort(column: number): void {
    const next = nextSort(sort, shown.columns[column]?.name ?? '');
    setSort(next);
    handleSelection(selectionOf({ row: 0, column }));
    announce(sortWords(next));
  }
  // Sorted rows take the place of others that may have been scrolled meanwhile.
  const seeFrom = useEffectEvent((shownRows: RowsWindow) => {
    shownRows.see(visible.current.first, visible.current.end).catch(handleFail);
  });
  useEffect(() => seeFrom(rows), [rows]);
  const words = filterWords(filter, summary);
  const { row, column } = selection.active;
  return (
    <section className={s.rows} aria-label="Rows of the file">
      <RowsBar
        {...{ summary, filter, onFilter, allColumns }}
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
          columns={shown.columns}
          sort={gridSort}
          onSort={handleSort}
          rowCount={rows.count}
          rowAt={(index) => {
            const found = rows.rowAt(index);
            return found && project(found);
          }}
          selection={selection}
          describedBy={summaryBarId}
          loadRows={async (first, count) => (await rows.load(first, count)).map(project)}
          onSelection={handleSelection}
          onVisible={(first, end) => {
            visible.current = { first, end };
            void rows.see(first, end).catch(handleFail);
          }}
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
          columnIndex={shown.indexes[column] ?? 0}
          rejection={isSorting ? 'Sorting…' : rejection}
          status={status}
        />
      )}
    </section>
  );
}

const start = selectionOf({ row: 0, column: 0 });

/**
 * The maximum window width, in pixels, at which the first invalid cell of the rows shown becomes
 * active: few columns fit beside the row numbers there, and the invalid one is seldom among them.
 */
const maxPhoneWidth = 720;

/** Returns the column of the filter or of its issue; undefined if the filter has none. */
function issueColumn(filter: RowFilter, { issues }: SheetSummary): string | undefined {
  if (filter.kind === 'column') return filter.column;
  if (filter.kind !== 'issue') return undefined;
  return issues.find(({ key }) => key === filter.issue)?.column ?? undefined;
}

/** What was selected, and among which rows and columns. */
interface Saved {
  readonly rows: RowsWindow;
  readonly shown: ShownColumns;
  readonly selection: GridSelection;
}

/**
 * Returns the selection among the rows and columns shown now: on the same cell after other columns
 * are shown, in the first row after sorting, on the first cell of other rows.
 */
function moved({ rows: before, shown, selection }: Saved, rows: RowsWindow, now: ShownColumns) {
  if (before === rows && shown === now) return selection;
  if (filterKey(before.filter) !== filterKey(rows.filter)) return start;
  const { row, column } = selection.active;
  const position = Math.max(0, now.indexes.indexOf(shown.indexes[column] ?? 0));
  return selectionOf({ row: before === rows ? row : 0, column: position });
}

const isNamed = (column: string) => (one: GridColumn) => one.name === column;

/** Returns the order after a header is pressed: ascending, descending, as in the file. */
function nextSort(sort: RowSort | null, column: string): RowSort | null {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}

function sortWords(sort: RowSort | null): string {
  if (sort === null) return 'Rows in the order of the file.';
  return `Sorted by ${sort.column}, ${sort.isDescending ? 'descending' : 'ascending'}.`;
}

/** Returns the selection limited to the existing rows; the same object if it fits. */
function fitting(selection: GridSelection, rowCount: number, columns: number): GridSelection {
  const last = Math.max(selection.active.row, selection.end.row);
  if (last < Math.max(1, rowCount)) return selection;
  return selectionOf(within(selection.active, { rows: rowCount, columns, page: 1 }));
}
