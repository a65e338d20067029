import { memo, type ReactNode } from 'react';

import {
  cellMarks,
  type GridColumn,
  type GridRow,
  rowHeaderWidth,
  headerHeight,
} from './data-grid-model.ts';

import s from './data-grid.module.css';

interface DataRowProps {
  index: number;
  /** The distance from the top of the table body, in pixels. */
  top: number;
  /** undefined: still loading. */
  row: GridRow | undefined;
  columns: readonly GridColumn[];
  starts: readonly number[];
  firstColumn: number;
  endColumn: number;
  /** The column index of the active cell; undefined if the active cell is in another row. */
  active: number | undefined;
  /** The first and last selected column index; undefined: none in this row. */
  selectedFrom: number | undefined;
  selectedTo: number | undefined;
  /** Whether more than the active cell is selected. */
  isRange: boolean;
  /** The id of the element that describes the active cell. */
  describedBy: string | undefined;
  /** The editor in place of the active cell's text. */
  editor: ReactNode;
}

/**
 * One row of a data grid: its header and visible cells. Memoised: rerenders only when a prop
 * changes.
 */
export const DataRow = memo(function DataRow(props: DataRowProps) {
  const { index, top, row, columns, firstColumn, endColumn, active } = props;
  // A row that is loading is one line without cells, to keep rendering cheap while the scrollbar
  // thumb is dragged past a million rows.
  const end = row === undefined ? firstColumn : Math.min(endColumn, columns.length);
  const indexes = renderedIndexes(firstColumn, end, active);
  return (
    <tr
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      className={s.row}
      data-tone={row?.tone}
      style={{ top }}
    >
      <th scope="row" aria-colindex={1} className={s.rowHeader} style={{ width: rowHeaderWidth }}>
        {row?.header}
        {row !== undefined && row.note !== '' && (
          <span className="visually-hidden">, {row.note}</span>
        )}
      </th>
      {indexes.map((columnIndex) => (
        <DataCell key={columnIndex} columnIndex={columnIndex} {...props} />
      ))}
    </tr>
  );
});

/**
 * Returns the indexes from `first` up to but excluding `end`, and the active index wherever it is:
 * the active cell has to stay in the document to keep the focus.
 */
export function renderedIndexes(first: number, end: number, active: number | undefined): number[] {
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  if (active === undefined || (active >= first && active < end)) return indexes;
  return active < first ? [active, ...indexes] : [...indexes, active];
}

interface DataCellProps extends DataRowProps {
  columnIndex: number;
}

/** One cell. Its marks tell the grid which cell it is when an event happens. */
function DataCell(props: DataCellProps) {
  const { columnIndex, index, row, columns, starts, editor } = props;
  const isEdited = columnIndex === props.active && Boolean(editor);
  return (
    <td
      aria-colindex={columnIndex + 2}
      {...{ [cellMarks.row]: index, [cellMarks.column]: columnIndex }}
      {...focusAttributes(props, isEdited)}
      {...stateAttributes(props)}
      className={s.cell}
      translate="no"
      style={{
        left: rowHeaderWidth + (starts[columnIndex] ?? 0),
        width: columns[columnIndex]?.width,
      }}
    >
      {isEdited ? editor : toSingleLine(row?.cells[columnIndex] ?? '')}
    </td>
  );
}

/** Returns the attributes of the active cell. While it is edited, its input is the tab stop. */
function focusAttributes({ columnIndex, active }: DataCellProps, isEdited: boolean) {
  const isActive = columnIndex === active;
  const tabStop = isActive ? 0 : -1;
  return {
    tabIndex: isEdited ? undefined : tabStop,
    [cellMarks.active]: isActive || undefined,
    'data-editing': isEdited || undefined,
  };
}

/** Returns the attributes of a selected, invalid or changed cell. */
function stateAttributes(props: DataCellProps) {
  const { columnIndex, row, active } = props;
  const isInvalid = row?.errors[columnIndex] !== undefined;
  const isChanged = row?.changed[columnIndex] !== undefined;
  const isDescribed = columnIndex === active && (isInvalid || isChanged);
  return {
    'aria-selected': isSelected(props),
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': isDescribed ? props.describedBy : undefined,
    'data-selected': isSelected(props) || undefined,
    'data-in-range': (isSelected(props) && props.isRange) || undefined,
    'data-invalid': isInvalid || undefined,
    'data-changed': isChanged || undefined,
  };
}

function isSelected({ columnIndex, selectedFrom = Infinity, selectedTo = -1 }: DataCellProps) {
  return columnIndex >= selectedFrom && columnIndex <= selectedTo;
}

/** The number of characters rendered; more than fits into any cell. */
const maxCharacters = 200;

function toSingleLine(text: string): string {
  return text.slice(0, maxCharacters).replaceAll(/\r\n|[\r\n]/g, ' ↵ ');
}

interface DataGridHeaderProps {
  rowHeader: string;
  columns: readonly GridColumn[];
  starts: readonly number[];
  first: number;
  end: number;
  /** The column index of the active cell. */
  active: number;
}

/** The visible column headers, fixed at the top. */
export const DataGridHeader = memo(function DataGridHeader(props: DataGridHeaderProps) {
  const { rowHeader, columns, starts, first, end, active } = props;
  return (
    <thead className={s.header} style={{ height: headerHeight }}>
      <tr aria-rowindex={1} className={s.headerRow}>
        <th scope="col" aria-colindex={1} className={s.corner} style={{ width: rowHeaderWidth }}>
          {rowHeader}
        </th>
        {renderedIndexes(first, Math.min(end, columns.length), active).map((columnIndex) => (
          <th
            key={columnIndex}
            scope="col"
            aria-colindex={columnIndex + 2}
            {...{ [cellMarks.active]: columnIndex === active || undefined }}
            className={s.columnHeader}
            style={{
              left: rowHeaderWidth + (starts[columnIndex] ?? 0),
              width: columns[columnIndex]?.width,
            }}
          >
            <span>{columns[columnIndex]?.label}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
});

/** Returns the width of all columns including the row headers, in pixels. */
export const gridWidth = (starts: readonly number[]) => rowHeaderWidth + (starts.at(-1) ?? 0);
