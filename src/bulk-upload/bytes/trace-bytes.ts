/** By byte: 1 for those with which a word for no value, or a formula, begins. */
const traceStarts = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(' nNuU([<\\='.includes(String.fromCharCode(byte))),
);
/** What follows an n or u in a word for no value. */
const secondOfWord = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number('aAuUoOn'.includes(String.fromCharCode(byte))),
);
const space = 0x20;
const equals = 0x3d;
const dot = 0x2e;
const zero = 0x30;
const atSign = 0x40;
/** The longest word for no value, with a space on each side. */
const longestWord = 17;

/**
 * Returns whether a program may have left a word for no value, a formula or a `.0` in the bytes of
 * a cell, which has some, so that its text is looked at. The signs within a text are those of the
 * row (`RowScanner`).
 */
export function mayBeTrace(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[end - 1] === zero && bytes[end - 2] === dot) return true;
  return traceStarts[bytes[start]!] === 1 && mayBeginTrace(bytes, start, end);
}

function mayBeginTrace(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === equals) return true;
  if (end - start > longestWord) return false;
  let at = start;
  while (bytes[at] === space && at < end) at += 1;
  const first = bytes[at]!;
  if (traceStarts[first] === 0) return false;
  return !isLetter(first) || secondOfWord[bytes[at + 1]!] === 1;
}

/**
 * Returns whether the bytes of a name have a letter and no `@`: any other name is looked at, since
 * it can be a phone or an email.
 */
export function isPlainName(bytes: Uint8Array, start: number, end: number): boolean {
  let hasLetter = false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === atSign) return false;
    hasLetter ||= byte > 0x7f || isLetter(byte);
  }
  return hasLetter;
}

const isLetter = (byte: number) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
