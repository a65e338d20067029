import type { Encoding } from '#contract/bulk-upload/parse-options.ts';
import { isSuspect } from '#src/bulk-upload/letters/misread-words.ts';

import { isOneByte } from './encodings.ts';

/** The facts that the bytes of a part show about its text, before they are decoded. */
export interface ByteFindings {
  /** Only in encodings of one byte a character. */
  readonly isAscii: boolean;
  /**
   * Whether the bytes are known to contain only plain characters (see `plainLength` of the
   * contract's cell checks) and line ends.
   */
  readonly isPlain: boolean;
  /** Whether words need a check because some may be misread. */
  readonly mayBeMisread: boolean;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** What lies beyond a part may be what makes a letter suspect: a small letter, another accent. */
const beyond = { before: 0x61, after: 0x80 } as const;

/**
 * Bytes above 0x7F that are control characters or invisible in an encoding or, in UTF-8, may begin
 * such a character or a combining mark. In other encodings any of them may.
 */
const decodedHighBytes: Partial<Record<Encoding, (byte: number) => boolean>> = {
  'windows-1252': (byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xad].includes(byte),
  macintosh: () => false,
  // U+00C0 to U+02FF begin with 0xC3 to 0xCB.
  'utf-8': (byte) => byte === 0xc2 || byte > 0xcb,
};

/** One bit for each finding. */
const needsDecoding = 1;
const nonAscii = 2;
const misread = 4;

/**
 * Returns what to search for in an encoding. Nothing is known of UTF-16. Which words are misread
 * is known of the Western encodings alone.
 */
function soughtIn(encoding: Encoding): number {
  if (encoding.startsWith('utf-16')) return 0;
  if (encoding === 'windows-1252') return needsDecoding | nonAscii | misread;
  return isOneByte(encoding) ? needsDecoding | nonAscii : needsDecoding;
}

/** Marks the sign bit of each byte below 0x20, of 0x7F and above, in either of two words. */
const findMarks = (one: number, other: number) =>
  one |
  (one - 0x20202020) |
  (one + 0x01010101) |
  (other | (other - 0x20202020) | (other + 0x01010101));

/**
 * Examines the successive parts of a file in one pass over their bytes. Tests four bytes at a time,
 * and looks closer only at line ends, control characters and non-ASCII characters.
 */
export class ByteScanner {
  readonly #encoding: Encoding;
  readonly #sought: number;
  /** By byte: what its presence tells. */
  readonly #kinds: Uint8Array;

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
    this.#sought = soughtIn(encoding);
    const isDecodedHigh = decodedHighBytes[encoding] ?? (() => true);
    this.#kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
      const isControl = (byte < 0x20 && byte !== lineFeed) || byte === 0x7f;
      const isDecoded = isControl || (byte > 0x7f && isDecodedHigh(byte));
      return this.#sought & ((isDecoded ? needsDecoding : 0) | (byte > 0x7f ? nonAscii : 0));
    });
  }

  /** Examines the next part. */
  scan(bytes: Uint8Array): ByteFindings {
    const found = this.#sought === 0 ? needsDecoding | nonAscii : this.#find(bytes);
    return {
      isAscii: (found & nonAscii) === 0,
      isPlain: (found & needsDecoding) === 0,
      // Which letters are odd next to each other is only known of windows-1252.
      mayBeMisread: (found & (this.#encoding === 'macintosh' ? nonAscii : misread)) !== 0,
    };
  }

  #find(bytes: Uint8Array): number {
    if (bytes.length < 8) return this.#findIn(bytes, 0, bytes.length);
    const lead = (4 - (bytes.byteOffset % 4)) % 4;
    const words = new Int32Array(
      bytes.buffer,
      bytes.byteOffset + lead,
      (bytes.length - lead) >>> 2,
    );
    let found = this.#findIn(bytes, 0, lead);
    // Four words at a time: nearly all have nothing to look at.
    const blocksEnd = words.length - (words.length % 4);
    for (let at = 0; at < blocksEnd; at += 4) {
      const marks =
        findMarks(words[at]!, words[at + 1]!) | findMarks(words[at + 2]!, words[at + 3]!);
      if ((marks & 0x80808080) === 0) continue;
      for (let word = at; word < at + 4; word += 1)
        found |= this.#findInWord(bytes, lead + word * 4, words[word]!);
      if (found === this.#sought) return found;
    }
    return found | this.#findIn(bytes, lead + blocksEnd * 4, bytes.length);
  }

  #findInWord(bytes: Uint8Array, start: number, word: number): number {
    let found = 0;
    // The lowest bit is the first byte's. A byte after a marked one may be marked too, and is then
    // found harmless.
    for (let marked = findMarks(word, word) & 0x80808080; marked !== 0; marked &= marked - 1)
      found |= this.#findAt(bytes, start + ((31 - Math.clz32(marked & -marked)) >>> 3));
    return found;
  }

  #findIn(bytes: Uint8Array, start: number, end: number): number {
    let found = 0;
    for (let at = start; at < end; at += 1) found |= this.#findAt(bytes, at);
    return found;
  }

  #findAt(bytes: Uint8Array, at: number): number {
    const byte = bytes[at]!;
    const kind = this.#kinds[byte]!;
    if (byte < 0x80) {
      // A carriage return ends a line with a line feed; a lone one may be part of a cell.
      return byte === carriageReturn && bytes[at + 1] === lineFeed ? 0 : kind;
    }
    if ((this.#sought & misread) === 0) return kind;
    const isOdd = isSuspect(bytes[at - 1] ?? beyond.before, byte, bytes[at + 1] ?? beyond.after);
    return isOdd ? kind | misread : kind;
  }
}
