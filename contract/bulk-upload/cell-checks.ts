import type { Field } from '#contract/v1/fields.ts';
import { firstDay } from '#contract/v1/rules/date-rule.ts';
import { isFormulaError } from '#contract/v1/rules/lost-texts.ts';
import type { ValidationResult } from '#contract/v1/rules/rules.ts';

import { validateCell } from './lead-rows.ts';
import { templateColumns, type TemplateColumn } from './lead-template.ts';

/**
 * Returns whether the bytes from `start` to `end` are known to be valid; false means that their
 * text has to be validated. There is at least one byte.
 */
export type ByteCheck = (bytes: Uint8Array, start: number, end: number) => boolean;

/** The longest value that is recognised. */
const maxLength = 100;

/** By kind of field: the check of its bytes, which a file's bytes and a cell's text share. */
export const plainValues = {
  email: isPlainEmail,
  phone: isPlainPhone,
  number: (bytes: Uint8Array, start: number, end: number) =>
    end - start <= 12 && digits(bytes, start, end) >= 0,
  date: isPlainDate,
} as const satisfies Record<string, ByteCheck>;

const codes = new Uint8Array(maxLength);

/** Returns whether a text, which is not empty, passes the check of its bytes. */
function isPlainValue(check: ByteCheck, text: string): boolean {
  const { length } = text;
  if (length > maxLength) return false;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return false;
    codes[index] = code;
  }
  return check(codes, 0, length);
}

const space = 0x20;
const plus = 0x2b;
const hyphen = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const atSign = 0x40;

/** The digits of a calling code at most, and one more: after them a 0 is none of the code. */
const startDigits = 4;
/** The starts of numbers in which a calling code may stand twice. */
const doubledStarts = new Set([6161, 6464, 6565, 4444]);

/**
 * Returns whether they are `+` and 7 to 15 digits, the first not 0, with spaces or hyphens between
 * them. Returns false for a start with a 0 or with a code twice, which the rule validates.
 */
function isPlainPhone(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== plus || bytes[start + 1]! <= zero || end - start > 30) return false;
  let count = 0;
  let first = 0;
  for (let index = start + 1; index < end; index += 1) {
    const byte = bytes[index]!;
    if (byte >= zero && byte <= nine) {
      count += 1;
      if (count > startDigits) continue;
      if (byte === zero) return false;
      first = first * 10 + byte - zero;
    } else if (byte !== space && byte !== hyphen) return false;
  }
  return count >= 7 && count <= 15 && !isDoubledStart(first);
}

/** Also of North America, where the code is 1. */
const isDoubledStart = (first: number) =>
  doubledStarts.has(first) || Math.floor(first / 100) === 11;

/** By byte: 1 for letters, digits, `_` and `-`, which a domain has; 2 for `.` and `+`. */
const emailSigns = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte);
  return /[A-Za-z0-9_-]/.test(sign) ? 1 : sign === '.' || sign === '+' ? 2 : 0;
});

/** Returns whether a short text is an address of letters, digits and a few signs. */
function isPlainEmail(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > maxLength) return false;
  let index = start;
  while (index < end && emailSigns[bytes[index]!] !== 0) index += 1;
  if (index === start || index >= end || bytes[index] !== atSign) return false;
  let dots = 0;
  let partStart = index + 1;
  for (index = partStart; index < end; index += 1) {
    const byte = bytes[index]!;
    if (emailSigns[byte] === 1) continue;
    if (byte !== dot || index === partStart) return false;
    dots += 1;
    partStart = index + 1;
  }
  return dots > 0 && partStart < end;
}

const daysOfMonth = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const firstYear = Number(firstDay.slice(0, 4));
/** The year in which the contract was loaded. Dates of earlier years are not in the future. */
const thisYear = new Date().getUTCFullYear();

/**
 * Returns whether they are a `YYYY-MM-DD` date from 1900 to the end of last year. Returns false for
 * 29 February, which the rule validates.
 */
function isPlainDate(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 10 || bytes[start + 4] !== hyphen || bytes[start + 7] !== hyphen)
    return false;
  const year = digits(bytes, start, start + 4);
  const month = digits(bytes, start + 5, start + 7);
  const day = digits(bytes, start + 8, end);
  return year >= firstYear && year < thisYear && day >= 1 && day <= (daysOfMonth[month] ?? 0);
}

/** Returns the number that the digits represent; -1 if any of them is not a digit. */
function digits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let index = start; index < end; index += 1) {
    const digit = bytes[index]! - zero;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

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
  const isPlain = makeFastCheck(field);
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
function makeFastCheck(field: Field<unknown>): (text: string) => boolean {
  switch (field.kind) {
    case 'text':
    case 'notes':
      return plainText(Number(field.json['maxLength']), field.kind === 'notes');
    case 'email':
    case 'phone':
    case 'number':
    case 'date': {
      const check = plainValues[field.kind];
      return (text) => isPlainValue(check, text);
    }
    case 'choice':
      return isAmong(field.values ?? []);
    default: {
      const isValue = isAmong(field.values ?? []);
      return (text) => isValue(text) || text.split(';').every(isValue);
    }
  }
}

function isAmong(values: readonly string[]): (text: string) => boolean {
  return (text) => values.includes(text);
}

const hash = 0x23;
const capitalE = 0x45;
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
