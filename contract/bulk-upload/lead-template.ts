import { addressPartNames, addressParts } from '#contract/v1/addresses.ts';
import type { Field } from '#contract/v1/fields.ts';
import { leadFieldNames, leadFields } from '#contract/v1/leads.ts';

/**
 * One column of the CSV template: its exact name, its label, and the field whose rule validates its
 * cells.
 */
export interface TemplateColumn {
  /** `firstName`, or `businessAddress.city` for a part of an address. */
  readonly name: string;
  readonly label: string;
  readonly field: Field<unknown>;
}

/**
 * The CSV template's columns in their exact order: the lead creation fields, with six columns for
 * each address.
 */
export const templateColumns: readonly TemplateColumn[] = leadFieldNames.flatMap(
  (name): TemplateColumn[] => {
    const field = leadFields[name];
    if (field.kind !== 'address') return [{ name, label: field.label, field }];
    return addressPartNames.map((part) => ({
      name: `${name}.${part}`,
      label: `${field.label}: ${addressParts[part].label}`,
      field: addressParts[part],
    }));
  },
);

/**
 * Returns the column at an index.
 * @throws RangeError if the template has no such column
 */
export function templateColumnAt(index: number): TemplateColumn {
  const column = templateColumns[index];
  if (column === undefined) throw new RangeError(`The template has no column ${index}.`);
  return column;
}

const indexes = new Map(templateColumns.map(({ name }, index) => [name, index]));

/** Returns the index of a column; -1 if the template has no such column. */
export const templateColumnIndex = (name: string): number => indexes.get(name) ?? -1;

/** Columns with a secondary column, which takes the second value. */
export const secondaryColumns: ReadonlyMap<string, string> = new Map([
  ['phone', 'secondaryPhone'],
  ['email', 'secondaryEmail'],
]);

/** The same by the indexes of the columns. */
export const secondaryIndexes: ReadonlyMap<number, number> = new Map(
  Array.from(secondaryColumns, ([name, other]) => [
    templateColumnIndex(name),
    templateColumnIndex(other),
  ]),
);

/** The template's first line: the column names, comma-delimited. */
export const templateHeader = templateColumns.map((column) => column.name).join(',');
