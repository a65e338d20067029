import { useMemo, useState } from 'react';

import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import type { GridRow } from '#src/ui/grid/data-grid-model.ts';

import { allColumns, columnsNamed, type ShownColumns } from './rows-columns.ts';

/**
 * Returns the columns to show: those of the file, those that every lead needs, and those with an
 * issue; or all of the template. A column once shown stays.
 */
export function useShownColumns(fileColumns: readonly string[], summary: SheetSummary) {
  const [isAll, setAll] = useState(false);
  const [names, setNames] = useState<ReadonlySet<string>>(new Set<string>());
  const requested = [
    ...fileColumns,
    ...summary.issues.flatMap(({ column }) => (column === null ? [] : [column])),
  ];
  if (requested.some((name) => !names.has(name))) setNames(new Set([...names, ...requested]));
  const some = useMemo(() => columnsNamed(names), [names]);
  return {
    shown: isAll ? allColumns : some,
    isAll,
    onAll: setAll,
    hasMore: some.indexes.length < allColumns.indexes.length,
  };
}

/**
 * Returns a function that limits rows to the columns shown. It returns the same object for the same
 * row, so that the row does not render again.
 */
export function rowProjection({ indexes }: ShownColumns): (row: GridRow) => GridRow {
  if (indexes.length === allColumns.indexes.length) return (row) => row;
  const projected = new WeakMap<GridRow, GridRow>();
  return (row) => {
    const known = projected.get(row);
    if (known !== undefined) return known;
    const made = {
      ...row,
      cells: indexes.map((index) => row.cells[index] ?? ''),
      errors: shifted(row.errors, indexes),
      changed: shifted(row.changed, indexes),
    };
    projected.set(row, made);
    return made;
  };
}

/** Returns texts by the position of their column among the columns shown. */
function shifted(texts: Readonly<Record<number, string>>, indexes: readonly number[]) {
  return Object.fromEntries(
    indexes.flatMap((index, position) => {
      const text = texts[index];
      return text === undefined ? [] : [[position, text]];
    }),
  );
}
