import { templateColumns } from './lead-template.ts';
import { validateText } from './v1/fields.ts';
import type { LeadCreateFields } from './v1/leads.ts';

/** Whose the leads of a file may be: the partner's, for any of its contacts. */
export interface RowContext {
  readonly partnerId: string;
  readonly contactIds: ReadonlySet<string>;
}

/** What is wrong in one column of a row: the same sentence as the form and the service say. */
export interface RowError {
  /** The template column; `''`: the row as a whole. */
  readonly column: string;
  readonly error: string;
}

/** A row is either the fields of a lead, or at error. */
export type RowValidation =
  | { readonly fields: LeadCreateFields; readonly errors?: undefined }
  | { readonly errors: readonly RowError[] };

/** What is said where a lead names a partner or a contact that it cannot belong to. */
export const ownerErrors = {
  brokerId: 'This is not your partner.',
  brokerRepId: 'Your partner has no such contact.',
} as const;

/** What is said of a row with more cells than the header. Which cell was cut is not known, so nothing is said of any of them. */
export const extraCellsError =
  'This row has more cells than the header. A cell that holds a comma or another delimiter has to stand in quotes.';

/**
 * The error of a value of `brokerId` or `brokerRepId`, as kept; undefined: none, or another column. Without a context, whose a lead may
 * be is not for the portal to say.
 */
export function ownerError(
  column: string,
  value: unknown,
  context: RowContext | null,
): string | undefined {
  if (context === null || typeof value !== 'string' || value === '') return undefined;
  if (column === 'brokerId' && value !== context.partnerId) return ownerErrors.brokerId;
  if (column === 'brokerRepId' && !context.contactIds.has(value)) return ownerErrors.brokerRepId;
  return undefined;
}

/** The template's columns, the parts of an address with the field they belong to. */
const places = templateColumns.map(({ name, field }) => {
  const [top = '', part] = name.split('.');
  return { name, field, top, part };
});

/**
 * Validates the cells of a row, in the template's order; cells at the end can be left away, and more than the template's are an error. Gives the same fields and sentences as the
 * lead's creation by the interface; fields without a value are left away.
 */
export function validateRow(cells: readonly string[], context: RowContext | null): RowValidation {
  if (cells.length > places.length) return { errors: [{ column: '', error: extraCellsError }] };
  const fields: Record<string, unknown> = {};
  const errors: RowError[] = [];
  for (let at = 0; at < places.length; at += 1) {
    const { name, field, top, part } = places[at]!;
    const cell = cells[at] ?? '';
    if (cell === '' && !field.required) continue;
    const result = validateText(field, cell);
    const error =
      result.error === undefined ? ownerError(name, result.value, context) : result.error;
    if (error !== undefined) errors.push({ column: name, error });
    else if (result.error !== undefined || result.value === null) continue;
    else if (part === undefined) fields[top] = result.value;
    else fields[top] = { ...(fields[top] as object | undefined), [part]: result.value };
  }
  // Every required column has a value, or the row is at error.
  return errors.length > 0 ? { errors } : { fields: fields as unknown as LeadCreateFields };
}

/** Whether a row has nothing in any cell: it is blank, and no error. */
export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}
