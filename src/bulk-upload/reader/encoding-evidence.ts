import type { Encoding } from '#contract/bulk-upload/parse-options.ts';
import { chooseEncoding } from '#src/bulk-upload/encodings/choose-encoding.ts';

import { hasNonAscii, isUtf8, bomOf } from './encodings.ts';
import { fileBlocks } from './file-blocks.ts';

/** How many bytes are searched for a non-ASCII character before any row is read. */
export const scanSize = 32 * 1024 * 1024;
/** How many bytes, from the first non-ASCII character on, decide the encoding. */
const evidenceSize = 128 * 1024;

/** What a file's bytes reveal about its encoding. */
export interface EncodingEvidence {
  readonly encoding: Encoding;
  readonly hasBom: boolean;
  /** Whether another encoding is nearly as probable. */
  readonly isDoubtful: boolean;
  /** The encodings in which the file makes plausible words, the chosen one first. */
  readonly likely: readonly Encoding[];
  /**
   * The bytes around the first non-ASCII characters. Null if the searched bytes contain none, or if
   * the encoding is certain.
   */
  readonly accents: { readonly bytes: Uint8Array; readonly first: number } | null;
}

/**
 * Detects the encoding: by the byte-order mark, by the zeros of UTF-16 and UTF-32, or by the first
 * non-ASCII bytes. `start`: the first bytes of the file.
 */
export async function encodingEvidence(file: Blob, start: Uint8Array): Promise<EncodingEvidence> {
  const bom = bomOf(start);
  const certain = bom?.encoding ?? wideEncodingOf(start);
  if (certain !== null) return evidenceOf(certain, bom !== null, null);
  const accents = await firstAccents(file, start);
  if (accents === null) return evidenceOf('windows-1252', false, null);
  if (isUtf8(accents.bytes.subarray(accents.first), true))
    return evidenceOf('utf-8', false, accents);
  const { encoding, isSure, likely } = chooseEncoding(wholeCells(accents));
  return { encoding, hasBom: false, isDoubtful: !isSure, likely, accents };
}

function evidenceOf(
  encoding: Encoding,
  hasBom: boolean,
  accents: EncodingEvidence['accents'],
): EncodingEvidence {
  return { encoding, hasBom, isDoubtful: false, likely: [encoding], accents };
}

/**
 * Detects UTF-16 and UTF-32 without a byte-order mark: in a header of ASCII letters one byte of two
 * or four is not zero, always at the same place.
 */
function wideEncodingOf(start: Uint8Array): Encoding | null {
  const bytes = start.subarray(0, 64);
  const shares = [0, 1, 2, 3].map((place) => {
    const own = bytes.filter((_, at) => at % 4 === place);
    return own.filter((byte) => byte === 0).length / own.length;
  });
  const pattern = shares.map((share) => (share > 0.7 ? '0' : share < 0.1 ? 'x' : '?')).join('');
  return wideEncodings[pattern] ?? null;
}

const wideEncodings: Readonly<Record<string, Encoding>> = {
  x0x0: 'utf-16le',
  '0x0x': 'utf-16be',
  x000: 'utf-32le',
  '000x': 'utf-32be',
};

async function firstAccents(file: Blob, start: Uint8Array): Promise<EncodingEvidence['accents']> {
  const inStart = accentsIn(start);
  // Usually the head contains accents and enough bytes after them: then nothing more is read.
  if (inStart !== null && inStart.first + evidenceSize <= start.length) return inStart;
  for await (const { bytes } of fileBlocks(file.slice(0, scanSize))) {
    const found = accentsIn(bytes);
    if (found !== null) return found;
  }
  return null;
}

function accentsIn(bytes: Uint8Array): EncodingEvidence['accents'] {
  if (!hasNonAscii(bytes)) return null;
  const first = bytes.findIndex((byte) => byte > 0x7f);
  return { bytes: bytes.subarray(0, first + evidenceSize), first };
}

/**
 * Returns the bytes from the cell of the first accent on, without a last line that may be cut
 * within a character.
 */
function wholeCells({ bytes, first }: NonNullable<EncodingEvidence['accents']>): Uint8Array {
  let start = first;
  while (start > 0 && (bytes[start - 1] ?? 0) >= 0x30) start -= 1;
  const isCut = bytes.length === first + evidenceSize;
  const lastLine = bytes.lastIndexOf(0x0a);
  return bytes.subarray(start, isCut && lastLine > first ? lastLine : bytes.length);
}
