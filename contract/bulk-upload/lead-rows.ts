import { validateText } from '#contract/v1/fields.ts';
import type { LeadCreateFields } from '#contract/v1/leads.ts';
import { isFormulaError, lostTextErrors } from '#contract/v1/rules/lost-texts.ts';
import { error as invalid, type ValidationResult } from '#contract/v1/rules/rules.ts';

import { templateColumnAt, templateColumns } from './lead-template.ts';

/** The partner and the contacts to which the leads of a file can belong. */
export interface RowContext {
  readonly partnerId: string;
  readonly contactIds: ReadonlySet<string>;
}

/** An error in one column of a row, with the same message as in the form and from the service. */
export interface RowError {
  /** The name of the template column; `''` for the row as a whole. */
  readonly column: string;
  readonly error: string;
}

/** The fields of a lead, or the errors of the row. */
export type RowValidation =
  | { readonly fields: LeadCreateFields; readonly errors?: undefined }
  | { readonly errors: readonly RowError[] };

/** Error messages for a lead that names a partner or a contact to which it cannot belong. */
export const ownerErrors = {
  brokerId: 'This is not your partner.',
  brokerRepId: 'Your partner has no such contact.',
} as const;

/**
 * Error message for a row with more cells than the header. Which cell was split is unknown, so no
 * cell gets an error of its own.
 */
export const extraCellsError =
  'This row has more cells than the header. A cell that contains a comma or another delimiter must be in quotes.';

/**
 * Returns the error of a `brokerId` or `brokerRepId` in its stored form; undefined for a valid
 * value or for another column. Without a context, the portal cannot validate whose lead it is and
 * returns undefined.
 */
export function ownerError(column: string, value: unknown, context: RowContext | null) {
  if (context === null || typeof value !== 'string' || value === '') return undefined;
  if (column === 'brokerId' && value !== context.partnerId) return ownerErrors.brokerId;
  if (column === 'brokerRepId' && !context.contactIds.has(value)) return ownerErrors.brokerRepId;
  return undefined;
}

/**
 * Returns the validation result of a cell by the rule of its column's field. In a file, the error
 * of a formula such as `#N/A` is invalid in every column; sent to the API, it is a text like any
 * other.
 * @throws RangeError if the template has no such column
 */
export function validateCell(columnIndex: number, text: string): ValidationResult<unknown> {
  const { field } = templateColumnAt(columnIndex);
  return isFormulaError(text.trim()) ? invalid(lostTextErrors.formula) : validateText(field, text);
}

/** Returns whether a cell of a column is valid, see {@link validateCell}. */
export const isValidCell = (columnIndex: number, text: string): boolean =>
  validateCell(columnIndex, text).error === undefined;

/**
 * The template's columns. A column for a part of an address includes the field to which it belongs.
 */
const targets = templateColumns.map(({ name, field }) => {
  const [top = '', part] = name.split('.');
  return { name, isRequired: field.required, top, part };
});

/**
 * Validates the cells of a row, in the template's order. Trailing cells can be omitted; more cells
 * than the template has columns are an error. Returns the same fields and messages as the creation
 * of a lead through the API, except for {@link validateCell}; fields without a value are omitted.
 */
export function validateRow(cells: readonly string[], context: RowContext | null): RowValidation {
  if (cells.length > targets.length) return { errors: [{ column: '', error: extraCellsError }] };
  const fields: Record<string, unknown> = {};
  const errors: RowError[] = [];
  for (const [at, { name, isRequired, top, part }] of targets.entries()) {
    const cell = cells[at] ?? '';
    if (cell === '' && !isRequired) continue;
    const result = validateCell(at, cell);
    const error =
      result.error === undefined ? ownerError(name, result.value, context) : result.error;
    if (error !== undefined) errors.push({ column: name, error });
    else if (result.error !== undefined || result.value === null) continue;
    else if (part === undefined) fields[top] = result.value;
    else fields[top] = { ...(fields[top] as object | undefined), [part]: result.value };
  }
  if (errors.length > 0) return { errors };
  // Without errors, every required column has a value, and each value is its field's.
  return { fields: fields as LeadCreateFields };
}

/** Returns whether all cells of a row are empty. Such a row is blank, which is not an error. */
export const isBlankRow = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
