import { type ByteCheck, cellChecks, plainValues } from '#contract/bulk-upload/cell-checks.ts';
import type { Field } from '#contract/v1/fields.ts';

/** By column index: the check of its cells. It agrees with `isValid` of the contract's check. */
export const byteChecks: readonly ByteCheck[] = cellChecks.map(({ column: { field } }) =>
  makeByteCheck(field),
);

function makeByteCheck(field: Field<unknown>): ByteCheck {
  switch (field.kind) {
    case 'text':
    case 'notes':
      return plainText(Number(field.json['maxLength']));
    case 'email':
    case 'phone':
    case 'number':
    case 'date':
      return plainValues[field.kind];
    default:
      return isAmong(field.values ?? []);
  }
}

const space = 0x20;
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

/** Returns a check for the values of a choice, as they are written in the contract. */
function isAmong(values: readonly string[]): ByteCheck {
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
