import { useMemo, useState } from 'react';

import {
  type TemplateColumn,
  templateColumnIndex,
  templateColumns,
} from '#contract/bulk-upload/lead-template.ts';
import type { Kind } from '#contract/v1/fields.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import type { GridColumn, GridRow } from '#src/ui/grid/data-grid-model.ts';

/** Width for the usual content of each kind of cell, in pixels. */
const widths: Record<Kind, number> = {
  text: 150,
  notes: 260,
  email: 220,
  phone: 150,
  number: 130,
  date: 120,
  choice: 170,
  choices: 220,
};

/** All columns of the template as columns of a grid, in order. */
export const rowsColumns: readonly GridColumn[] = templateColumns.map(gridColumn);

function gridColumn({ name, label, field }: TemplateColumn): GridColumn {
  return {
    name,
    label,
    // The label is never cut.
    width: Math.max(widths[field.kind], label.length * 7 + 24),
    suggestions: field.values,
    separator: field.kind === 'choices' ? ';' : undefined,
  };
}

/** Returns the label of a template column. */
export function columnLabel(name: string): string {
  return templateColumns[templateColumnIndex(name)]?.label ?? name;
}

/** The columns that a grid shows: their indexes in the template, and how the grid draws them. */
export interface ShownColumns {
  readonly indexes: readonly number[];
  readonly columns: readonly GridColumn[];
}

/** Every column of the template. */
const allColumns: ShownColumns = {
  indexes: rowsColumns.map((_, index) => index),
  columns: rowsColumns,
};

/** Returns the columns with these names, and those that every lead needs. */
function columnsNamed(names: ReadonlySet<string>): ShownColumns {
  const indexes = templateColumns.flatMap(({ name, field }, index) =>
    field.required || names.has(name) ? [index] : [],
  );
  return { indexes, columns: rowsColumns.filter((_, index) => indexes.includes(index)) };
}

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
