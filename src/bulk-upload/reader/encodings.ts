import type { Encoding } from '#contract/bulk-upload/parse-options.ts';
import {
  fileDecoder,
  isMultiByte,
  type FileDecoder,
} from '#src/bulk-upload/encodings/file-decoder.ts';

export { encodingNames } from '#src/bulk-upload/encodings/encoding-names.ts';

/**
 * The byte-order marks (BOM) that identify an encoding. That of UTF-32 begins like that of UTF-16.
 */
const boms: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
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
  return !encoding.startsWith('utf-') && !isMultiByte(encoding);
}

/**
 * Returns a decoder that keeps a byte-order mark as a character and throws a TypeError at bytes
 * that are invalid in the encoding.
 */
export function decoderOf(encoding: Encoding): FileDecoder {
  return fileDecoder(encoding, false);
}

/** Returns a decoder like `decoderOf` that writes U+FFFD in place of invalid bytes. */
export function lenientDecoderOf(encoding: Encoding): FileDecoder {
  return fileDecoder(encoding, true);
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
