import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { memo } from 'react';

import { type GridColumn, type GridSort, headerHeight, rowHeaderWidth } from './data-grid-model.ts';
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
  /** The column by which the rows are sorted; null if none. */
  sort: GridSort | null;
}

/**
 * The visible column headers, fixed at the top. A header shows its column's label as a tooltip;
 * pressing it sorts the rows. With the keyboard it is reached upwards from the first row.
 */
export const DataGridHeader = memo(function DataGridHeader(props: DataGridHeaderProps) {
  const { rowHeader, columns, starts, first, end, active, sort } = props;
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
            aria-sort={sort?.column === columnIndex ? sortWords(sort) : undefined}
            title={columns[columnIndex]?.label}
            data-active={columnIndex === active || undefined}
            className={s.columnHeader}
            style={{
              left: rowHeaderWidth + (starts[columnIndex] ?? 0),
              width: columns[columnIndex]?.width,
            }}
          >
            <button type="button" tabIndex={-1} data-header={columnIndex}>
              <span>{columns[columnIndex]?.name}</span>
              {sort?.column === columnIndex &&
                (sort.isDescending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
});

function sortWords({ isDescending }: GridSort) {
  return isDescending ? 'descending' : 'ascending';
}

/** Returns the width of all columns including the row headers, in pixels. */
export function gridWidth(starts: readonly number[]): number {
  return rowHeaderWidth + (starts.at(-1) ?? 0);
}
