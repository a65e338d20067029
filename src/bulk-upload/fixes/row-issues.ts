import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { canBeEmptied, type FoundIssue } from './issue-kinds.ts';
import { issueInRow } from './second-values.ts';

/** The indexes of the columns that every lead requires. */
export const requiredColumns = templateColumns.flatMap(({ field }, columnIndex) =>
  field.required ? [columnIndex] : [],
);

/** The cell to fix. For a full name, `text` is the name and `columnIndex` the empty name column. */
export interface InvalidCell {
  readonly columnIndex: number;
  readonly text: string;
  /** The ISO 3166 code of the country that the row's addresses name. */
  readonly country: string | undefined;
}

export const firstName = templateColumns.findIndex(({ name }) => name === 'firstName');
export const lastName = templateColumns.findIndex(({ name }) => name === 'lastName');

/**
 * Returns the full name if one of the two name columns is empty and the other contains several
 * words.
 */
export function fullNameBeside(columnIndex: number, cells: readonly string[]): string | undefined {
  if (columnIndex !== firstName && columnIndex !== lastName) return undefined;
  const beside = cells[columnIndex === firstName ? lastName : firstName] ?? '';
  return /\S\s+\S/.test(beside) ? beside : undefined;
}

/** The issue of a cell in its row, and the text that a fix starts from. */
export interface RowIssue {
  readonly found: FoundIssue;
  readonly text: string;
  /** The ISO 3166 code of the country that a fix of a postcode needs. */
  readonly country?: string | undefined;
}

/**
 * Returns the issue of a cell as its row shows it: a missing name can stand in the column beside
 * it. In a row without a client, no cell is emptied by a fix: the row could become blank.
 */
export function rowIssue(
  columnIndex: number,
  ofCell: FoundIssue,
  cells: readonly string[],
): RowIssue {
  const found = issueInRow(ofCell, columnIndex, cells);
  const { kind } = found;
  const text = cells[columnIndex] ?? '';
  const fullName = kind === 'missing' ? fullNameBeside(columnIndex, cells) : undefined;
  if (fullName !== undefined) return { found: { ...found, kind: 'full-name' }, text: fullName };
  const isOther =
    canBeEmptied(kind) && requiredColumns.every((at) => (cells[at] ?? '').trim() === '');
  return { found: isOther ? { ...found, kind: 'other' } : found, text };
}
