import type { Encoding } from '#contract/bulk-upload/bulk-uploads.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Bytes above 0x7F that are control characters in an encoding or, in UTF-8, may begin a control
 * character or a combining mark.
 */
const oddHighBytes: Readonly<Record<Encoding, (byte: number) => boolean>> = {
  'windows-1252': (byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte),
  macintosh: () => false,
  // U+00C0 to U+02FF begin with 0xC3 to 0xCB.
  'utf-8': (byte) => byte === 0xc2 || byte > 0xcb,
  'utf-16le': () => true,
  'utf-16be': () => true,
};

/**
 * Returns a function that returns whether bytes contain only plain characters (see `plainLength` of
 * the contract's cell checks) and line ends. The function tests four bytes at a time instead of
 * every character of every cell.
 */
export function plainBytesOf(encoding: Encoding): (bytes: Uint8Array) => boolean {
  const isOdd = Uint8Array.from({ length: 256 }, (_, byte) => {
    const isControl = (byte < 0x20 && byte !== lineFeed) || byte === 0x7f;
    return Number(isControl || (byte > 0x7f && oddHighBytes[encoding](byte)));
  });
  const isUtf8 = encoding === 'utf-8';
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';

  const arePlain = (bytes: Uint8Array, start: number, end: number): boolean => {
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at]!;
      // A carriage return ends a line with a line feed; a lone one may be part of a cell.
      if (isOdd[byte] === 1 && !(byte === carriageReturn && bytes[at + 1] === lineFeed))
        return false;
    }
    return true;
  };

  return (bytes) => {
    if (isWide) return false;
    if (bytes.length < 8) return arePlain(bytes, 0, bytes.length);
    const lead = (4 - (bytes.byteOffset % 4)) % 4;
    const words = new Int32Array(
      bytes.buffer,
      bytes.byteOffset + lead,
      (bytes.length - lead) >>> 2,
    );
    if (!arePlain(bytes, 0, lead)) return false;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at]!;
      if (!mayBeOdd(word, isUtf8)) continue;
      const first = isOdd[word & 0xff]! | isOdd[(word >>> 8) & 0xff]!;
      if ((first | isOdd[(word >>> 16) & 0xff]! | isOdd[word >>> 24]!) === 0) continue;
      const start = lead + at * 4;
      if (!arePlain(bytes, start, start + 4)) return false;
    }
    return arePlain(bytes, lead + words.length * 4, bytes.length);
  };
}

/**
 * Returns whether any of four bytes is below 0x20, 0x7F, or from 0x80 to 0x9F (with `isUtf8`, to
 * 0xFF). Such bytes are then checked one by one.
 */
function mayBeOdd(word: number, isUtf8: boolean): boolean {
  const isLow = (word - 0x20202020) & ~word;
  const isLastOfAscii = (word + 0x01010101) & ~word;
  const isHigh = isUtf8 ? word : word & ~(word << 1) & ~(word << 2);
  return ((isLow | isLastOfAscii | isHigh) & 0x80808080) !== 0;
}
