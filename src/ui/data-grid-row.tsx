import { memo, type ReactNode } from 'react';

import { type GridColumn, type GridRow, rowHeadWidth } from './data-grid-model.ts';

import s from './data-grid.module.css';

interface DataRowProps {
  index: number;
  /** Its distance from the top of the element, in pixels. */
  top: number;
  /** undefined: it is on its way. */
  row: GridRow | undefined;
  columns: readonly GridColumn[];
  starts: readonly number[];
  firstColumn: number;
  endColumn: number;
  /** The place of the cell that takes the focus; undefined: it is in another row. */
  active: number | undefined;
  /** The first and last selected places; undefined: none in this row. */
  selectedFrom: number | undefined;
  selectedTo: number | undefined;
  /** What tells more about the active cell. */
  describedBy: string | undefined;
  /** What stands in the active cell while it is written. */
  editor: ReactNode;
}

/** One row of a data grid: its head and the cells that are in sight. Drawn anew only when something about it changed. */
export const DataRow = memo(function DataRow(props: DataRowProps) {
  const { index, top, row, columns, firstColumn, endColumn, active } = props;
  // A row on its way is one quiet line without cells: a thumb that passes a million rows has little to draw.
  const end = row === undefined ? firstColumn : Math.min(endColumn, columns.length);
  const places = placesFrom(firstColumn, end, active);
  return (
    <tr
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      className={s.row}
      data-tone={row?.tone}
      style={{ top }}
    >
      <th scope="row" aria-colindex={1} className={s.rowHead} style={{ width: rowHeadWidth }}>
        {row?.head}
        {row !== undefined && row.note !== '' && (
          <span className="visually-hidden">, {row.note}</span>
        )}
      </th>
      {places.map((place) => (
        <DataCell key={place} place={place} {...props} />
      ))}
    </tr>
  );
});

/** The places from `first` up to `end`, and the active one wherever it is: it keeps the focus. */
export function placesFrom(first: number, end: number, active: number | undefined): number[] {
  const places = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  if (active === undefined || (active >= first && active < end)) return places;
  return active < first ? [active, ...places] : [...places, active];
}

/** One cell. The grid finds it by its row and column when something happens in it. */
function DataCell({
  place,
  index,
  row,
  columns,
  starts,
  active,
  ...props
}: DataRowProps & { place: number }) {
  const isActive = place === active;
  const tabStop = isActive ? 0 : -1;
  const { selectedFrom = Infinity, selectedTo = -1, describedBy, editor } = props;
  const isEdited = isActive && Boolean(editor);
  const isSelected = place >= selectedFrom && place <= selectedTo;
  const isInvalid = row?.errors[place] !== undefined;
  const isChanged = row?.changed[place] !== undefined;
  return (
    <td
      aria-colindex={place + 2}
      aria-selected={isSelected}
      aria-invalid={isInvalid || undefined}
      aria-describedby={isActive && (isInvalid || isChanged) ? describedBy : undefined}
      // While the cell is written, its text is the tab stop.
      tabIndex={isEdited ? undefined : tabStop}
      data-row={index}
      data-column={place}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-faulty={isInvalid || undefined}
      data-changed={isChanged || undefined}
      data-editing={isEdited || undefined}
      className={s.cell}
      style={{ left: rowHeadWidth + (starts[place] ?? 0), width: columns[place]?.width }}
    >
      {isEdited ? editor : inOneLine(row?.cells[place] ?? '')}
    </td>
  );
}

/** More than fits into any cell. */
const maxCharacters = 200;

function inOneLine(text: string): string {
  return text.slice(0, maxCharacters).replaceAll(/\r\n|[\r\n]/g, ' ↵ ');
}
