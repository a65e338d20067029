import type { Field } from '#contract/v1/fields.ts';
import { firstDay } from '#contract/v1/rules/date-rule.ts';
import { isFormulaError } from '#contract/v1/rules/lost-texts.ts';
import type { ValidationResult } from '#contract/v1/rules/rules.ts';

import { validateCell } from './lead-rows.ts';
import { templateColumns, type TemplateColumn } from './lead-template.ts';

/** The check for the cells of one template column. A file can have millions of cells. */
export interface CellCheck {
  readonly column: TemplateColumn;
  /**
   * The maximum length up to which every plain text is valid in this column; 0 if no such length
   * exists. A plain text has no control, combining or invisible characters, and is not the error of
   * a formula. Greater than 0 only for optional text columns.
   */
  readonly plainLength: number;
  /** Returns whether the cell is valid. */
  readonly isValid: (text: string) => boolean;
  /** Returns the validation result of the cell: the value, or the error message. */
  readonly validate: (text: string) => ValidationResult<unknown>;
}

/**
 * One check per template column, in the template's order. Most cells are short and plain, and a
 * fast look at their characters shows that they are valid. All other cells are validated by the
 * field's rule, so that both ways always agree.
 */
export const cellChecks: readonly CellCheck[] = templateColumns.map((column) => {
  const { field } = column;
  const isPlain = fastCheckOf(field);
  const validate = (text: string) => validateCell(field, text);
  const isValid = (text: string) =>
    text === '' ? !field.required : isPlain(text) || validate(text).error === undefined;
  const isText = field.kind === 'text' || field.kind === 'notes';
  const plainLength = isText && !field.required ? Number(field.json['maxLength']) : 0;
  return { column, plainLength, isValid, validate };
});

/**
 * Returns the check for the cells of a column by its index.
 * @throws RangeError if the template has no such column
 */
export function cellCheckAt(columnIndex: number): CellCheck {
  const check = cellChecks[columnIndex];
  if (check === undefined) throw new RangeError(`The template has no column ${columnIndex}.`);
  return check;
}

/**
 * Returns a fast check for a field. The check returns true only for valid cells; false means that
 * the field's rule has to decide.
 */
function fastCheckOf(field: Field<unknown>): (text: string) => boolean {
  switch (field.kind) {
    case 'text':
    case 'notes':
      return plainText(Number(field.json['maxLength']), field.kind === 'notes');
    case 'email':
      return (text) => text.length <= 100 && /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text);
    case 'phone':
      return isPlainPhone;
    case 'number':
      return (text) => text.length <= 12 && !Number.isNaN(digits(text, 0, text.length));
    case 'date':
      return isPlainDate;
    case 'choice':
      return oneOf(field.values ?? []);
    default: {
      const isValue = oneOf(field.values ?? []);
      return (text) => isValue(text) || text.split(';').every(isValue);
    }
  }
}

function oneOf(values: readonly string[]): (text: string) => boolean {
  return (text) => values.includes(text);
}

const hash = 0x23;
const capitalE = 0x45;
const plus = 0x2b;
const hyphen = 0x2d;
const space = 0x20;
const zero = 0x30;
const nine = 0x39;

/**
 * Returns whether a text is `+` and 7 to 15 digits, the first not 0, with spaces or hyphens between
 * them.
 */
function isPlainPhone(text: string): boolean {
  if (text.charCodeAt(0) !== plus || text.charCodeAt(1) <= zero || text.length > 30) return false;
  let count = 0;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= zero && code <= nine) count += 1;
    else if (code !== space && code !== hyphen) return false;
  }
  return count >= 7 && count <= 15;
}

const lineFeed = 0x0a;
const firstPrintable = 0x20;
const lastOfAscii = 0x7e;
const noBreakSpace = 0xa0;
const softHyphen = 0xad;
/**
 * The first combining mark. Characters below it are not changed by normalization, and each is one
 * UTF-16 code unit.
 */
const firstCombining = 0x300;

/**
 * Returns a check for texts of printable Latin characters that do not start with a space. With
 * `lines`, the text can contain line feeds.
 */
function plainText(max: number, lines: boolean): (text: string) => boolean {
  return (text) => {
    const { length } = text;
    if (length > max) return false;
    const first = text.charCodeAt(0);
    if ((first === hash || first === capitalE) && isFormulaError(text.trimEnd())) return false;
    if (first <= firstPrintable || first === noBreakSpace || first === softHyphen) return false;
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < firstPrintable && !(lines && code === lineFeed)) return false;
      if (code >= firstCombining) return false;
      if (code > lastOfAscii && code < noBreakSpace) return false;
    }
    return true;
  };
}

const daysOfMonth = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const firstYear = Number(firstDay.slice(0, 4));
/** The year in which the contract was loaded. Dates of earlier years are not in the future. */
const thisYear = new Date().getUTCFullYear();

/**
 * Returns whether a text is a `YYYY-MM-DD` date from 1900 to the end of last year. Returns false
 * for 29 February, which the rule validates.
 */
function isPlainDate(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== hyphen || text.charCodeAt(7) !== hyphen)
    return false;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  return year >= firstYear && year < thisYear && day >= 1 && day <= (daysOfMonth[month] ?? 0);
}

/**
 * Returns the number that the digits from `start` to `end` represent; NaN if any of them is not a
 * digit.
 */
function digits(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - zero;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    value = value * 10 + digit;
  }
  return value;
}
