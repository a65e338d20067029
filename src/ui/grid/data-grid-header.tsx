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

/** The visible column headers, fixed at the top. A header shows its column's label as a tooltip. */
export const DataGridHeader = memo(function DataGridHeader(props: DataGridHeaderProps) {
  const { rowHeader, columns, starts, first, end, active } = props;
  return (
    <thead className={s.head} style={{ height: headerHeight }}>
      <tr aria-rowindex={1} className={s.headRow}>
        <th scope="col" aria-colindex={1} className={s.corner} style={{ width: rowHeaderWidth }}>
          {rowHeader}
        </th>
        {renderedIndexes(first, Math.min(end, columns.length), active).map((place) => (
          <th
            key={place}
            scope="col"
            aria-colindex={place + 2}
            title={columns[place]?.label}
            data-active={place === active || undefined}
            className={s.columnHead}
            style={{ left: rowHeaderWidth + (starts[place] ?? 0), width: columns[place]?.width }}
          >
            {columns[place]?.name}
          </th>
        ))}
      </tr>
    </thead>
  );
});

/** Returns the width of all columns including the row headers, in pixels. */
export function widthOf(starts: readonly number[]): number {
  return rowHeaderWidth + (starts.at(-1) ?? 0);
}
