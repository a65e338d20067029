import {
  templateColumnIndex,
  templateColumns,
  type TemplateColumn,
} from '#contract/bulk-upload/lead-template.ts';
import type { Kind } from '#contract/v1/fields.ts';
import type { GridColumn } from '#src/ui/grid/data-grid-model.ts';

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
export const allColumns: ShownColumns = {
  indexes: rowsColumns.map((_, index) => index),
  columns: rowsColumns,
};

/** Returns the columns with these names, and those that every lead needs. */
export function columnsNamed(names: ReadonlySet<string>): ShownColumns {
  const indexes = templateColumns.flatMap(({ name, field }, index) =>
    field.required || names.has(name) ? [index] : [],
  );
  return { indexes, columns: rowsColumns.filter((_, index) => indexes.includes(index)) };
}
