import { templateColumns, type TemplateColumn } from '#contract/bulk-upload/lead-template.ts';
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

/** The grid's columns: the template's columns in order, under their exact names. */
export const rowsColumns: readonly GridColumn[] = templateColumns.map(gridColumn);

function gridColumn({ name, label, field }: TemplateColumn): GridColumn {
  return {
    name,
    label,
    // The name is never cut, because the file's header is compared with it.
    width: Math.max(widths[field.kind], name.length * 7 + 24),
    suggestions: field.values,
    separator: field.kind === 'choices' ? ';' : undefined,
  };
}

const columnIndexes = new Map(templateColumns.map(({ name }, index) => [name, index]));

/** Returns the index of a template column, from 0. */
export function columnIndexOf(name: string): number {
  return columnIndexes.get(name) ?? 0;
}
