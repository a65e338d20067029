import type { Encoding } from '#contract/bulk-upload/parse-options.ts';
import { chooseEncoding } from '#src/bulk-upload/encodings/choose-encoding.ts';
import {
  fileDecoder,
  isMultiByte,
  type FileDecoder,
} from '#src/bulk-upload/encodings/file-decoder.ts';

import { fileBlocks } from './file-blocks.ts';

/** The byte-order marks (BOM) that identify an encoding. */
const boms: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Returns the encoding and the size in bytes of a file's byte-order mark, or null without one. */
export function findBom(bytes: Uint8Array): { encoding: Encoding; size: number } | null {
  const bom = boms.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  return bom === undefined ? null : { encoding: bom[0], size: bom[1].length };
}

/** Returns whether every byte of an encoding is one character. */
function isOneByte(encoding: Encoding): boolean {
  return !encoding.startsWith('utf-') && !isMultiByte(encoding);
}

/**
 * Returns a decoder that keeps a byte-order mark as a character and throws a TypeError at bytes
 * that are invalid in the encoding.
 */
export const makeDecoder = (encoding: Encoding): FileDecoder => fileDecoder(encoding, false);

/** Returns a decoder like `makeDecoder` that writes U+FFFD in place of invalid bytes. */
export const makeLenientDecoder = (encoding: Encoding): FileDecoder => fileDecoder(encoding, true);

/**
 * Returns whether any byte is non-ASCII. Checks four bytes at a time, since most files contain none
 * for megabytes.
 */
function hasNonAscii(bytes: Uint8Array): boolean {
  const lead = (4 - (bytes.byteOffset % 4)) % 4;
  if (bytes.length < lead + 4) return bytes.some(isHigh);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + lead, (bytes.length - lead) >>> 2);
  for (let at = 0; at < words.length; at++) if ((words[at]! & 0x80808080) !== 0) return true;
  const rest = lead + words.length * 4;
  return bytes.subarray(0, lead).some(isHigh) || bytes.subarray(rest).some(isHigh);
}

const isHigh = (byte: number): boolean => byte > 0x7f;

/**
 * Returns whether bytes, which may end within a character, are UTF-8 but for a few of them. In
 * other encodings hardly any letters are characters of UTF-8 by chance.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let valid = 0;
  let invalid = 0;
  for (const char of makeLenientDecoder('utf-8').decode(bytes, { stream: true }))
    if (char === '\ufffd') invalid += 1;
    else if (char > '\u007f') valid += 1;
  // A last byte that may begin a character shows nothing.
  return (valid > 0 && valid >= 2 * invalid) || isUtf8(bytes);
}

/** Returns whether the bytes are valid UTF-8. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    makeDecoder('utf-8').decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks whether bytes read in a single-byte encoding are in fact UTF-8: the first accent may occur
 * megabytes into a file that began as plain ASCII.
 */
export class Utf8Detector {
  #decoder: ReturnType<typeof makeDecoder> | null;
  #at: number;
  #firstNonAscii: number | null = null;

  /** `start`: where the first bytes are in the file. */
  constructor(encoding: Encoding, start: number) {
    this.#decoder = isOneByte(encoding) ? makeDecoder('utf-8') : null;
    this.#at = start;
  }

  /** Checks the next bytes. */
  push(bytes: Uint8Array): void {
    if (this.#decoder === null) return;
    if (this.#firstNonAscii !== null || hasNonAscii(bytes)) {
      this.#firstNonAscii ??= this.#at;
      try {
        this.#decoder.decode(bytes, { stream: true });
      } catch {
        this.#decoder = null;
      }
    }
    this.#at += bytes.length;
  }

  /**
   * The approximate offset of the first non-ASCII character if all bytes so far are UTF-8, else
   * null.
   */
  get firstNonAscii(): number | null {
    return this.#decoder === null ? null : this.#firstNonAscii;
  }
}

/** How many bytes are searched for a non-ASCII character before any row is read. */
export const scanSize = 32 * 1024 * 1024;
/** How many bytes, from the first non-ASCII character on, decide the encoding. */
const evidenceSize = 128 * 1024;
/** How many bytes before that character may belong to its cell. */
const maxBefore = 64;

/** The encoding of a file as its bytes reveal it. */
export interface EncodingEvidence {
  readonly encoding: Encoding;
  readonly hasBom: boolean;
  /** Whether the encoding is a proposal, which the user has to confirm. */
  readonly isUncertain: boolean;
  /**
   * The bytes around the first non-ASCII characters. Null if the searched bytes contain none, or if
   * the encoding is certain.
   */
  readonly accents: Uint8Array | null;
}

/**
 * Detects the encoding: by the byte-order mark, by the zeros of UTF-16, or by the first non-ASCII
 * bytes. `start`: the first bytes of the file.
 */
export async function encodingEvidence(file: Blob, start: Uint8Array): Promise<EncodingEvidence> {
  const bom = findBom(start);
  const certain = bom?.encoding ?? findWideEncoding(start);
  if (certain !== null) return makeCertain(certain, bom !== null, null);
  const accents = await firstAccents(file, start);
  if (accents === null) return makeCertain('windows-1252', false, null);
  if (isMostlyUtf8(accents)) return makeCertain('utf-8', false, accents);
  const { encoding, isSure } = chooseEncoding(accents);
  return { encoding, hasBom: false, isUncertain: !isSure, accents };
}

/** Returns the evidence for an encoding that is certain. */
export function makeCertain(
  encoding: Encoding,
  hasBom: boolean,
  accents: Uint8Array | null,
): EncodingEvidence {
  return { encoding, hasBom, isUncertain: false, accents };
}

/**
 * Detects UTF-16 without a byte-order mark: in a header of ASCII letters one byte of two is zero,
 * always at the same place.
 */
function findWideEncoding(start: Uint8Array): Encoding | null {
  const bytes = start.subarray(0, 64);
  const [first = 0, second = 0] = [0, 1].map((place) => {
    const own = bytes.filter((_, at) => at % 2 === place);
    return own.filter((byte) => byte === 0).length / own.length;
  });
  if (first < 0.1 && second > 0.7) return 'utf-16le';
  return first > 0.7 && second < 0.1 ? 'utf-16be' : null;
}

async function firstAccents(file: Blob, start: Uint8Array): Promise<Uint8Array | null> {
  const inStart = accentsIn(start);
  // Usually the head contains accents and enough bytes after them: then nothing more is read.
  if (inStart !== null && inStart.length >= evidenceSize) return inStart;
  for await (const { bytes } of fileBlocks(file.slice(0, scanSize))) {
    const found = accentsIn(bytes);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the bytes around the first accents. */
function accentsIn(bytes: Uint8Array): Uint8Array | null {
  if (!hasNonAscii(bytes)) return null;
  const first = bytes.findIndex(isHigh);
  return bytes.subarray(Math.max(0, first - maxBefore), first + evidenceSize);
}
