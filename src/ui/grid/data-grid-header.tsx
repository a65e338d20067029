import { memo } from 'react';

import { type GridColumn, headerHeight, rowHeaderWidth } from './data-grid-model.ts';
import { renderedIndexes } from './data-grid-row.tsx';

import s from './data-grid.module.css';

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
            data-active={columnIndex === active || undefined}
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
export function gridWidth(starts: readonly number[]): number {
  return rowHeaderWidth + (starts.at(-1) ?? 0);
}
