import type { Column } from './table.tsx';

/** A column that can be chosen, by its name in the address. */
export interface NamedColumn<Row> extends Column<Row> {
  readonly name: string;
  /** Whether the column is shown only where it is chosen or the rows are in its order. */
  readonly isExtra?: boolean;
}

/** What decides which columns are shown. */
interface ColumnChoice {
  /** Whether the rows are in their usual order, whose column needs not be shown. */
  readonly isUsual: boolean;
  /** The names of the chosen columns in their order; none: the usual ones. */
  readonly chosen?: readonly string[];
}

/** The widths of a table from which on a column can be shown, in pixels. */
const tableWidths = [740, 860, 980, 1140, 1240, 1340] as const;

/** Maximum number of chosen columns that a card shows below its own places. */
const maxLines = 6;

/**
 * Returns the columns to show: the chosen ones, else the usual ones; and always the column that the
 * rows are ordered by.
 */
export function shownColumns<Row>(
  columns: readonly NamedColumn<Row>[],
  { isUsual, chosen = [] }: ColumnChoice,
): Column<Row>[] {
  return chosen.length > 0
    ? chosenColumns(columns, isUsual, chosen)
    : usualColumns(columns, isUsual);
}

/**
 * Returns all columns but the extra ones, and the one that the rows are ordered by, however narrow
 * the table is. The others make room for it: they need a wider table.
 */
function usualColumns<Row>(columns: readonly NamedColumn<Row>[], isUsual: boolean): Column<Row>[] {
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

/**
 * Returns the first column, which names the row, then the chosen ones in their order, whatever the
 * width; the column that the rows are ordered by comes last if it was not chosen. Names that no
 * column has are passed over.
 */
function chosenColumns<Row>(
  [first, ...others]: readonly NamedColumn<Row>[],
  isUsual: boolean,
  chosen: readonly string[],
): Column<Row>[] {
  const found = chosen.flatMap((name) => others.find((column) => column.name === name) ?? []);
  const ordered = others.find(({ order }) => order !== undefined);
  if (!isUsual && ordered && !found.includes(ordered)) found.push(ordered);
  let lines = 0;
  return [...(first ? [first] : []), ...found].map((column) => {
    const shown: Column<Row> = { ...column };
    delete shown.minTableWidth;
    // A share of the width would grow with the number of columns.
    if (column.width?.endsWith('px') !== true) delete shown.width;
    if (column.card === undefined && lines < maxLines) {
      lines += 1;
      shown.card = 'line';
    }
    return shown;
  });
}

/** The least width of a chosen column that has none in pixels, in pixels. */
const minColumnWidth = 200;

/** Returns the width below which a table with chosen columns scrolls, in pixels. */
export function widthOf<Row>(columns: readonly Column<Row>[]): number {
  return columns.reduce(
    (sum, { width = '' }) => sum + (width.endsWith('px') ? parseInt(width, 10) : minColumnWidth),
    0,
  );
}
