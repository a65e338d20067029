import type { Encoding } from '#contract/bulk-upload/bulk-uploads.ts';

/** The display names of the encodings. */
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'windows-1252': 'windows-1252',
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  macintosh: 'Mac Roman',
};

/** The byte-order marks (BOM) that identify an encoding. */
const boms: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Returns the encoding and the size in bytes of a file's byte-order mark, or null without one. */
export function bomOf(bytes: Uint8Array): { encoding: Encoding; size: number } | null {
  const bom = boms.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  return bom === undefined ? null : { encoding: bom[0], size: bom[1].length };
}

/** Returns whether every byte of an encoding is one character. */
export function isOneByte(encoding: Encoding): boolean {
  return encoding === 'windows-1252' || encoding === 'macintosh';
}

/**
 * Returns a decoder that keeps a byte-order mark as a character and throws a TypeError at bytes
 * that are invalid in the encoding.
 */
export function decoderOf(encoding: Encoding): TextDecoder {
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
}

/** Returns the number of bytes a text takes in the encoding it was decoded from. */
export function byteLength(text: string, encoding: Encoding): number {
  switch (encoding) {
    case 'utf-8':
      return new TextEncoder().encode(text).length;
    case 'utf-16le':
    case 'utf-16be':
      return text.length * 2;
    default:
      return text.length;
  }
}

/**
 * Returns whether any byte is non-ASCII. Checks four bytes at a time, since most files contain none
 * for megabytes.
 */
export function hasNonAscii(bytes: Uint8Array): boolean {
  const lead = (4 - (bytes.byteOffset % 4)) % 4;
  if (bytes.length < lead + 4) return bytes.some(isHigh);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + lead, (bytes.length - lead) >>> 2);
  for (let at = 0; at < words.length; at++) if ((words[at]! & 0x80808080) !== 0) return true;
  const rest = lead + words.length * 4;
  return bytes.subarray(0, lead).some(isHigh) || bytes.subarray(rest).some(isHigh);
}

function isHigh(byte: number): boolean {
  return byte > 0x7f;
}

/** Returns whether the bytes are valid UTF-8; with `isPart` they may end within a character. */
export function isUtf8(bytes: Uint8Array, isPart: boolean): boolean {
  try {
    decoderOf('utf-8').decode(bytes, { stream: isPart });
    return true;
  } catch {
    return false;
  }
}
