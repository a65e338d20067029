import { memo } from 'react';

import { type GridColumn, headHeight, rowHeadWidth } from './data-grid-model.ts';
import { placesFrom } from './data-grid-row.tsx';

import s from './data-grid.module.css';

interface DataGridHeaderProps {
  rowHead: string;
  columns: readonly GridColumn[];
  starts: readonly number[];
  first: number;
  end: number;
  /** The column index of the active cell. */
  active: number;
}

/** The visible column headers, fixed at the top. A header shows its column's label as a tooltip. */
export const DataGridHeader = memo(function DataGridHeader(props: DataGridHeaderProps) {
  const { rowHead, columns, starts, first, end, active } = props;
  return (
    <thead className={s.head} style={{ height: headHeight }}>
      <tr aria-rowindex={1} className={s.headRow}>
        <th scope="col" aria-colindex={1} className={s.corner} style={{ width: rowHeadWidth }}>
          {rowHead}
        </th>
        {placesFrom(first, Math.min(end, columns.length), active).map((place) => (
          <th
            key={place}
            scope="col"
            aria-colindex={place + 2}
            title={columns[place]?.label}
            data-active={place === active || undefined}
            className={s.columnHead}
            style={{ left: rowHeadWidth + (starts[place] ?? 0), width: columns[place]?.width }}
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
  return rowHeadWidth + (starts.at(-1) ?? 0);
}
