import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react';

import { type AfterCommit, CellEditor } from './data-grid-editor.tsx';
import { type GridActions, gridInput } from './data-grid-input.ts';
import * as model from './data-grid-model.ts';
import { DataRow, renderedIndexes, DataGridHeader, gridWidth } from './data-grid-row.tsx';
import { type GridView, useGridView, trackHeight } from './data-grid-view.ts';

import s from './data-grid.module.css';

export interface DataGridHandle {
  /** Focuses the active cell. */
  focus: () => void;
}

interface DataGridProps extends GridActions {
  ref?: Ref<DataGridHandle>;
  /** The accessible name of the grid. */
  label: string;
  /** The header above the row headers. */
  rowHeader: string;
  columns: readonly model.GridColumn[];
  rowCount: number;
  /** Returns the row at an index from 0; undefined while it is loading. */
  rowAt: (index: number) => model.GridRow | undefined;
  selection: model.GridSelection;
  /** Called with the range of rendered rows; `endRow` is exclusive. */
  onVisible: (firstRow: number, endRow: number) => void;
  /** The id of the element that describes the active cell when the cell is invalid or changed. */
  describedBy: string;
}

/**
 * A grid of any number of rows whose cells are edited as in a spreadsheet. The grid renders only
 * visible rows and reports which rows those are. It stores no data: its owner holds the rows and
 * the selection.
 */
export function DataGrid({ ref, label, rowHeader, columns, rowCount, ...props }: DataGridProps) {
  const { rowAt, selection, onSelection, onVisible, onWrite } = props;
  const [editing, setEditing] = useState<{ isNew: boolean } | null>(null);
  const { scroller, view, starts, pageRows, reveal } = useGridView(rowCount, columns);
  const requestFocus = useGridFocus(ref, scroller, selection.active);
  const { active, end } = selection;
  const bounds = { rows: rowCount, columns: columns.length, page: pageRows };
  const activeRow = rowAt(active.row);
  const activeColumn = columns[active.column];

  const reportVisible = useEffectEvent(onVisible);
  useEffect(() => reportVisible(view.firstRow, view.endRow), [view.firstRow, view.endRow]);
  // Only a change of the selection scrolls the grid; rows that load do not.
  const revealNow = useEffectEvent(reveal);
  useLayoutEffect(() => revealNow(end), [end]);

  const handleSelection = (next: model.GridSelection) => {
    requestFocus();
    setEditing(null);
    onSelection(next);
  };
  const input = gridInput({
    ...props,
    bounds,
    isEditing: editing !== null,
    onSelection: handleSelection,
    onEdit: (isNew) => {
      reveal(active);
      if (activeRow !== undefined && activeRow.tone !== 'locked') setEditing({ isNew });
    },
  });
  const handleCommit = (text: string, after: AfterCommit) => {
    setEditing(null);
    if (text !== activeRow?.cells[active.column]) onWrite(active, [[text]]);
    if (after === 'leave') return;
    const { row, column } = moves[after];
    const to = model.within({ row: active.row + row, column: active.column + column }, bounds);
    handleSelection(model.selectPosition(to));
  };
  const editor = editing && activeRow && activeColumn && (
    <CellEditor
      column={activeColumn}
      label={`${rowHeader} ${activeRow.header}, ${activeColumn.label}`}
      initial={activeRow.cells[active.column] ?? ''}
      isNew={editing.isNew}
      onCommit={handleCommit}
      onCancel={() => handleSelection(selection)}
    />
  );
  return (
    <div ref={scroller} className={`${s.scroller} card`}>
      <table
        {...gridProps(label, rowCount, columns.length)}
        className={s.grid}
        style={{ width: gridWidth(starts) }}
        {...input}
      >
        <DataGridHeader
          {...{ rowHeader, columns, starts }}
          first={view.firstColumn}
          end={view.endColumn}
          active={active.column}
        />
        <tbody
          className={s.body}
          style={{ height: trackHeight({ rows: rowCount * model.rowHeight }) }}
        >
          <GridRows {...props} {...{ columns, rowCount, view, starts, editor }} />
        </tbody>
      </table>
    </div>
  );
}

/**
 * Moves the focus to the active cell: when the returned function or the owner's handle is called,
 * and when the owner moves the selection while the focus is within.
 */
function useGridFocus(
  ref: Ref<DataGridHandle> | undefined,
  scroller: RefObject<HTMLElement | null>,
  active: model.CellPosition,
): () => void {
  const [request, setRequest] = useState(0);
  useLayoutEffect(() => {
    if (request > 0) focusActive(scroller.current);
  }, [scroller, request]);
  const followActive = useEffectEvent((_active: model.CellPosition) => {
    if (scroller.current?.contains(document.activeElement)) focusActive(scroller.current);
  });
  useLayoutEffect(() => followActive(active), [active]);
  const requestFocus = () => setRequest((number) => number + 1);
  useImperativeHandle(ref, () => ({
    focus: () => {
      // Scrolls the grid into view, above anything that covers the page's lower edge.
      scroller.current?.scrollIntoView({ block: 'nearest' });
      requestFocus();
    },
  }));
  return requestFocus;
}

interface GridRowsProps extends Pick<
  DataGridProps,
  'columns' | 'rowCount' | 'rowAt' | 'selection' | 'describedBy'
> {
  view: GridView;
  starts: readonly number[];
  /** The editor of the active cell, while it is edited. */
  editor: ReactNode;
}

/** The rows in sight, and the active one, which keeps the focus. */
function GridRows({ columns, rowCount, rowAt, selection, view, starts, ...props }: GridRowsProps) {
  const { active, end } = selection;
  const block = model.toBlock(selection);
  const isRange = active.row !== end.row || active.column !== end.column;
  const pinned = active.row < rowCount ? active.row : undefined;
  const indexes = renderedIndexes(view.firstRow, Math.min(view.endRow, rowCount), pinned);
  return indexes.map((index) => {
    const isVisible = index >= view.firstRow && index < view.endRow;
    const isSelected = index >= block.firstRow && index <= block.lastRow;
    const isActive = index === active.row;
    return (
      <DataRow
        key={index}
        {...{ index, columns, starts }}
        top={isVisible ? index * model.rowHeight - view.shift : offscreenTop}
        row={rowAt(index)}
        firstColumn={view.firstColumn}
        endColumn={view.endColumn}
        active={isActive ? active.column : undefined}
        selectedFrom={isSelected ? block.firstColumn : undefined}
        selectedTo={isSelected ? block.lastColumn : undefined}
        isRange={isSelected && isRange}
        describedBy={isActive ? props.describedBy : undefined}
        editor={isActive ? props.editor : undefined}
      />
    );
  });
}

// ARIA in HTML allows the role `grid` on a table: its cells become gridcells, its headers stay
// headers.
function gridProps(label: string, rows: number, columns: number) {
  return {
    role: 'grid',
    'aria-label': label,
    'aria-rowcount': rows + 1,
    'aria-colcount': columns + 1,
    'aria-multiselectable': true,
  } as const;
}

/** The top of a row outside the viewport that is rendered only to keep the focus, in pixels. */
const offscreenTop = -10_000;

const moves: Readonly<Record<Exclude<AfterCommit, 'leave'>, model.CellPosition>> = {
  down: { row: 1, column: 0 },
  up: { row: -1, column: 0 },
  right: { row: 0, column: 1 },
  left: { row: 0, column: -1 },
  stay: { row: 0, column: 0 },
};

function focusActive(grid: HTMLElement | null): void {
  grid?.querySelector<HTMLElement>(`td[${model.cellMarks.active}]`)?.focus({ preventScroll: true });
}
