import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react';

import { type AfterWrite, CellEditor } from './data-grid-editor.tsx';
import { DataGridHeader, widthOf } from './data-grid-header.tsx';
import { type GridActions, gridInput } from './data-grid-input.ts';
import { type GridColumn, type GridRow, rowHeight } from './data-grid-model.ts';
import { DataRow, placesFrom } from './data-grid-row.tsx';
import { trackHeight } from './data-grid-scroll.ts';
import {
  blockOf,
  type GridSelection,
  type Position,
  selectionOf,
  within,
} from './data-grid-selection.ts';
import { useGridView } from './data-grid-view.ts';

import s from './data-grid.module.css';

export interface DataGridHandle {
  /** Puts the focus into the active cell. */
  focus: () => void;
}

interface DataGridProps extends GridActions {
  ref?: Ref<DataGridHandle>;
  /** Names the grid for screen readers. */
  label: string;
  /** The head of the row heads. */
  rowHead: string;
  columns: readonly GridColumn[];
  rowCount: number;
  /** The row at a place, from 0; undefined: it is on its way. */
  rowAt: (index: number) => GridRow | undefined;
  selection: GridSelection;
  /** Which rows are drawn now; the end does not belong to them. */
  onVisible: (firstRow: number, endRow: number) => void;
  /** The id of what tells more about the active cell when it is invalid or changed. */
  describedBy: string;
}

/**
 * A grid of any number of rows in which cells are written as in a spreadsheet. It draws what is in sight, asks for rows as they come
 * into sight, and keeps nothing: rows and selection are its owner's.
 */
export function DataGrid({
  ref,
  label,
  rowHead,
  columns,
  rowCount,
  rowAt,
  ...props
}: DataGridProps) {
  const { selection, onSelection, onVisible, onWrite, describedBy } = props;
  const [editing, setEditing] = useState<{ isNew: boolean } | null>(null);
  const [focusWishes, setFocusWishes] = useState(0);
  const { scroller, view, starts, pageRows, reveal } = useGridView(rowCount, columns);
  const { active, end } = selection;
  const bounds = { rows: rowCount, columns: columns.length, page: pageRows };
  const activeRow = rowAt(active.row);

  const reportVisible = useEffectEvent(onVisible);
  useEffect(() => reportVisible(view.firstRow, view.endRow), [view.firstRow, view.endRow]);
  // Only a selection that moves scrolls; rows that come or go do not.
  const revealNow = useEffectEvent(reveal);
  useLayoutEffect(() => revealNow(end), [end]);
  useLayoutEffect(() => {
    if (focusWishes > 0) focusActive(scroller.current);
  }, [scroller, focusWishes]);
  // A move that came from elsewhere takes the focus along where the grid has it.
  const followActive = useEffectEvent((_active: Position) => {
    if (scroller.current?.contains(document.activeElement)) focusActive(scroller.current);
  });
  useLayoutEffect(() => followActive(active), [active]);
  const wishFocus = () => setFocusWishes((wishes) => wishes + 1);
  useImperativeHandle(ref, () => ({ focus: wishFocus }));

  const handleSelection = (next: GridSelection) => {
    wishFocus();
    setEditing(null);
    onSelection(next);
  };
  const input = gridInput({
    ...props,
    selection,
    bounds,
    isEditing: editing !== null,
    rowAt,
    onSelection: handleSelection,
    onEdit: (isNew) => {
      reveal(active);
      if (activeRow !== undefined && activeRow.tone !== 'locked') setEditing({ isNew });
    },
  });
  const handleEdited = (text: string, after: AfterWrite) => {
    setEditing(null);
    if (text !== activeRow?.cells[active.column]) onWrite(active, [[text]]);
    if (after === 'leave') return;
    const { row, column } = ways[after];
    const to = within({ row: active.row + row, column: active.column + column }, bounds);
    handleSelection(selectionOf(to));
  };
  const editor = editing && activeRow && (
    <CellEditor
      column={columns[active.column]!}
      label={`${rowHead} ${activeRow.head}, ${columns[active.column]!.name}`}
      initial={activeRow.cells[active.column] ?? ''}
      isNew={editing.isNew}
      onWrite={handleEdited}
      onCancel={() => handleSelection(selection)}
    />
  );
  const block = blockOf(selection);
  const pinned = active.row < rowCount ? active.row : undefined;
  const indexes = placesFrom(view.firstRow, Math.min(view.endRow, rowCount), pinned);
  return (
    <div ref={scroller} className={s.room}>
      <table
        {...gridProps(label, rowCount, columns.length)}
        className={s.grid}
        style={{ width: widthOf(starts) }}
        {...input}
      >
        <DataGridHeader
          {...{ rowHead, columns, starts }}
          first={view.firstColumn}
          end={view.endColumn}
          active={active.column}
        />
        <tbody className={s.body} style={{ height: trackHeight({ rows: rowCount * rowHeight }) }}>
          {indexes.map((index) => {
            const isVisible = index >= view.firstRow && index < view.endRow;
            const isSelected = index >= block.firstRow && index <= block.lastRow;
            return (
              <DataRow
                key={index}
                index={index}
                top={isVisible ? index * rowHeight - view.shift : farAway}
                row={rowAt(index)}
                columns={columns}
                starts={starts}
                firstColumn={view.firstColumn}
                endColumn={view.endColumn}
                active={index === active.row ? active.column : undefined}
                selectedFrom={isSelected ? block.firstColumn : undefined}
                selectedTo={isSelected ? block.lastColumn : undefined}
                describedBy={index === active.row ? describedBy : undefined}
                editor={index === active.row ? editor : undefined}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

// ARIA in HTML lets a table be a grid: its cells are then gridcells, its heads stay heads.
function gridProps(label: string, rows: number, columns: number) {
  return {
    role: 'grid',
    'aria-label': label,
    'aria-rowcount': rows + 1,
    'aria-colcount': columns + 1,
    'aria-multiselectable': true,
  } as const;
}

/** Where a row stands that is drawn only because it has the focus. */
const farAway = -10_000;

const ways: Readonly<Record<Exclude<AfterWrite, 'leave'>, Position>> = {
  down: { row: 1, column: 0 },
  up: { row: -1, column: 0 },
  right: { row: 0, column: 1 },
  left: { row: 0, column: -1 },
  stay: { row: 0, column: 0 },
};

function focusActive(grid: HTMLElement | null): void {
  grid?.querySelector<HTMLElement>('td[data-active]')?.focus({ preventScroll: true });
}
