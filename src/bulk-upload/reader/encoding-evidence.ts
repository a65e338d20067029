import type { Encoding } from '#contract/bulk-upload/bulk-uploads.ts';

import { hasNonAscii, isUtf8, bomOf } from './encodings.ts';
import { fileBlocks } from './file-blocks.ts';
import { likelierOneByteEncoding } from './one-byte-encodings.ts';

/** How many bytes are searched for a non-ASCII character before any row is read. */
export const scanSize = 32 * 1024 * 1024;
/** How many bytes, from the first non-ASCII character on, decide the encoding. */
const evidenceSize = 32 * 1024;

/** What a file's bytes reveal about its encoding. */
export interface EncodingEvidence {
  readonly encoding: Encoding;
  readonly hasBom: boolean;
  /**
   * The bytes around the first non-ASCII characters. Null if the searched bytes contain none, or if
   * the encoding is certain.
   */
  readonly accents: { readonly bytes: Uint8Array; readonly first: number } | null;
}

/**
 * Detects the encoding: by the byte-order mark, by the zeros of UTF-16, or by the first non-ASCII
 * bytes. `start`: the first bytes of the file.
 */
export async function encodingEvidence(file: Blob, start: Uint8Array): Promise<EncodingEvidence> {
  const bom = bomOf(start);
  const certain = bom?.encoding ?? utf16EncodingOf(start);
  if (certain !== null) return { encoding: certain, hasBom: bom !== null, accents: null };
  const accents = await firstAccents(file, start);
  const encoding = accents === null ? 'windows-1252' : encodingOf(accents.bytes, accents.first);
  return { encoding, hasBom: false, accents };
}

/**
 * Detects UTF-16 without a byte-order mark: a header of ASCII letters has a zero in every other
 * byte.
 */
function utf16EncodingOf(start: Uint8Array): Encoding | null {
  const bytes = start.subarray(0, 64);
  const zeros = [...bytes.keys()].filter((at) => bytes[at] === 0);
  const odd = zeros.filter((at) => at % 2 === 1).length;
  const even = zeros.length - odd;
  const half = bytes.length / 2;
  if (odd > half * 0.7 && even < half * 0.05) return 'utf-16le';
  if (even > half * 0.7 && odd < half * 0.05) return 'utf-16be';
  return null;
}

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

function encodingOf(bytes: Uint8Array, first: number): Encoding {
  if (isUtf8(bytes.subarray(first), true)) return 'utf-8';
  // Includes the letter before, which shows whether the first accent is part of a word.
  return likelierOneByteEncoding(bytes.subarray(Math.max(0, first - 1)));
}
