import type { Column } from './table.tsx';

/** A column that can be chosen, by its name in the address. */
export interface NamedColumn<Row> extends Column<Row> {
  readonly name: string;
  /** Whether the column is shown only where it is chosen or the rows are in its order. */
  readonly isExtra?: boolean;
}

/** The widths of a table from which on a column can be shown, in pixels. */
const tableWidths = [740, 860, 980, 1140, 1240, 1340] as const;

/**
 * Returns the columns to show: all but the extra ones, and the one that the rows are ordered by,
 * however narrow the table is. The others make room for it: they need a wider table. `isUsual`: the
 * rows are in their usual order, whose column needs not be shown.
 */
export function shownColumns<Row>(
  columns: readonly NamedColumn<Row>[],
  isUsual: boolean,
): Column<Row>[] {
  const shown = columns.filter(({ isExtra, order }) => isExtra !== true || order !== undefined);
  const ordered = isUsual ? undefined : shown.find(({ order }) => order !== undefined);
  const isWider = ordered?.isExtra === true || ordered?.minTableWidth !== undefined;
  return shown.map((column) => {
    const { minTableWidth, ...always } = column;
    if (minTableWidth === undefined || column === ordered) return always;
    if (!isWider) return column;
    return {
      ...always,
      minTableWidth: tableWidths[tableWidths.indexOf(minTableWidth) + 1] ?? 1340,
    };
  });
}
