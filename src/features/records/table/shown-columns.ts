import { useEffect, useState } from 'react';

import { awaitPart, waitForReload } from '#src/lib/load-lazily.ts';
import type { Column } from '#src/ui/table/table.tsx';

/** A column that can be chosen, by its name in the address. */
export interface NamedColumn<Row> extends Column<Row> {
  readonly name: string;
  /** Whether the column is shown only where it is chosen or the rows are in its order. */
  readonly isExtra?: boolean;
}

/** Maximum number of chosen columns that a card shows below its own places. */
const maxLines = 6;

/**
 * Returns the columns to show: the chosen ones, else the usual ones; and always the column that the
 * rows are ordered by. `chosen` has the names of the chosen columns in their order; none: the usual
 * ones.
 */
export function shownColumns<Row>(
  columns: readonly NamedColumn<Row>[],
  chosen: readonly string[] = [],
): Column<Row>[] {
  return chosen.length > 0 ? chosenColumns(columns, chosen) : defaultColumns(columns);
}

/** Returns all columns but the extra ones, and the one that the rows are ordered by. */
function defaultColumns<Row>(columns: readonly NamedColumn<Row>[]): Column<Row>[] {
  return columns.filter(({ isExtra, order }) => isExtra !== true || order !== undefined);
}

/**
 * Returns the first column, which names the row, then the chosen ones in their order, at any width.
 * The column that the rows are ordered by comes last if it was not chosen. Unknown names are
 * skipped.
 */
function chosenColumns<Row>(
  [first, ...others]: readonly NamedColumn<Row>[],
  chosen: readonly string[],
): Column<Row>[] {
  const found = chosen.flatMap((name) => others.find((column) => column.name === name) ?? []);
  const ordered = others.find(({ order }) => order !== undefined);
  if (ordered && !found.includes(ordered)) found.push(ordered);
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

/** The width of a column of a further field. */
export const extraWidth = '168px';

/** The minimum width, in pixels, of a chosen column that has no width in pixels. */
const minColumnWidth = 200;

/** Returns the width below which a table with chosen columns scrolls, in pixels. */
export function sumWidths<Row>(columns: readonly Column<Row>[]): number {
  return columns.reduce(
    (sum, { width = '' }) => sum + (width.endsWith('px') ? parseInt(width, 10) : minColumnWidth),
    0,
  );
}

/**
 * Returns what `load` loads; undefined until it is loaded, which it is when it is needed; null
 * where that failed. It is tried again when the component is shown again. `load` is always the
 * same.
 */
export function useLoaded<Loaded>(
  isNeeded: boolean,
  load: () => Promise<Loaded>,
): Loaded | null | undefined {
  const [loaded, setLoaded] = useState<Loaded | null>();
  useEffect(() => {
    if (isNeeded)
      awaitPart(load)
        .catch(waitForReload)
        .then(
          (value) => setLoaded(() => value),
          () => setLoaded(null),
        );
  }, [isNeeded, load]);
  return loaded;
}
