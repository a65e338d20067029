import { cellChecks } from '#contract/bulk-upload/cell-checks.ts';
import type { Field } from '#contract/v1/fields.ts';

/**
 * Returns whether the bytes from `start` to `end` are known to be valid in a column. They are plain
 * (see `ByteFindings`) and not empty; false means that their text has to be validated.
 */
export type ByteCheck = (bytes: Uint8Array, start: number, end: number) => boolean;

/** By column index: the check of its cells. It agrees with `isValid` of the contract's check. */
export const byteChecks: readonly ByteCheck[] = cellChecks.map(({ column: { field } }) =>
  byteCheckOf(field),
);

function byteCheckOf(field: Field<unknown>): ByteCheck {
  switch (field.kind) {
    case 'text':
    case 'notes':
      return plainText(Number(field.json['maxLength']));
    case 'email':
      return isPlainEmail;
    case 'phone':
      return isPlainPhone;
    case 'number':
      return (bytes, start, end) => end - start <= 12 && digits(bytes, start, end) >= 0;
    case 'date':
      return isPlainDate;
    default:
      return oneOf(field.values ?? []);
  }
}

const space = 0x20;
const plus = 0x2b;
const hyphen = 0x2d;
const zero = 0x30;
const nine = 0x39;
const at = 0x40;
const dot = 0x2e;

/** The space that breaks no line, in the only encoding where it is among the letters. */
const macintoshSpace = 0xca;

/** Returns a check for plain texts that begin with a printable character of ASCII or a letter. */
function plainText(max: number): ByteCheck {
  return (bytes, start, end) => {
    const first = bytes[start]!;
    const isPrintable = first > space && (first < 0x7f || first >= 0xc0);
    return isPrintable && first !== macintoshSpace && end - start <= max;
  };
}

/** See `isPlainPhone` of the contract's checks. */
function isPlainPhone(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== plus || bytes[start + 1]! <= zero || end - start > 30) return false;
  let count = 0;
  for (let index = start + 1; index < end; index += 1) {
    const byte = bytes[index]!;
    if (byte >= zero && byte <= nine) count += 1;
    else if (byte !== space && byte !== hyphen) return false;
  }
  return count >= 7 && count <= 15;
}

/** By byte: 1 for letters, digits, `_` and `-`, which a domain has; 2 for `.` and `+`. */
const emailSigns = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte);
  return /[A-Za-z0-9_-]/.test(sign) ? 1 : sign === '.' || sign === '+' ? 2 : 0;
});

/** Returns whether a short text is an address of letters, digits and a few signs. */
function isPlainEmail(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > 100) return false;
  let index = start;
  while (index < end && emailSigns[bytes[index]!] !== 0) index += 1;
  if (index === start || index >= end || bytes[index] !== at) return false;
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
const firstYear = 1900;
const thisYear = new Date().getUTCFullYear();

/** See `isPlainDate` of the contract's checks. */
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

/** Returns a check for the values of a choice, as they are written in the contract. */
function oneOf(values: readonly string[]): ByteCheck {
  const encoded = values.map((value) => new TextEncoder().encode(value));
  const byLength: (Uint8Array[] | undefined)[] = [];
  for (const [index, value] of encoded.entries())
    if (value.length === values[index]!.length) (byLength[value.length] ??= []).push(value);
  return (bytes, start, end) => {
    const candidates = byLength[end - start];
    if (candidates === undefined) return false;
    for (const candidate of candidates) if (isEqual(candidate, bytes, start)) return true;
    return false;
  };
}

function isEqual(one: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < one.length; index += 1)
    if (one[index] !== bytes[start + index]) return false;
  return true;
}
