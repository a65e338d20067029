import type { Encoding } from '#contract/bulk-upload/parse-options.ts';

import { makeDecoder } from './encodings.ts';
import { blockDigest, readBytes, type FileBlock } from './file-blocks.ts';
import type { LineEnd } from './parse-text.ts';
import { RowFindings, type PartFindings } from './row-findings.ts';
import type { RowFormat, RowSlice } from './row-format.ts';
import { RowParser } from './row-parser.ts';

/** Sizes in bytes. */
export interface PartSizes {
  /** The size of a part: a block of the content hash. */
  readonly partSize: number;
  /** Bytes parsed at once. Rows are delivered, and read again, in slices of about this size. */
  readonly sliceSize: number;
}

/** A part of a file that another worker reads before its turn. */
export interface PartRequest {
  /** The index of the part, from 0. */
  readonly part: number;
  /** The padded width that the rows before are expected to have; the first part finds it. */
  readonly paddedWidth: number;
  /** Whether the file ends with the part. */
  readonly isLast: boolean;
}

/** The result of parsing a part before its turn. */
export interface ParsedPart {
  /** The padded width that the rows before were expected to have; null for the first part. */
  readonly expectedWidth: number | null;
  /** The padded width after the part. */
  readonly paddedWidth: number | null;
  readonly findings: PartFindings;
}

/** How many bytes before a part are searched for the start of a row. */
const lookBack = 16 * 1024;

/**
 * Has a parser parse a block, a slice at a time. `before`: the bytes between the rows found so far
 * and the block, if the parser has not had them.
 */
function parseBlock(
  parser: RowParser,
  before: Uint8Array<ArrayBuffer>,
  { bytes, offset }: FileBlock,
  { rowsOffset, sliceSize, isLast }: { rowsOffset: number; sliceSize: number; isLast: boolean },
): void {
  if (before.length > 0) parser.push(before);
  for (let at = Math.max(0, rowsOffset - offset); at < bytes.length; at += sliceSize)
    parser.push(bytes.subarray(at, at + sliceSize));
  if (isLast) parser.end();
}

/**
 * Returns a function that parses the rows that follow those found so far, and end in a block. An
 * incomplete row is kept for the next block, if that is parsed too.
 */
export function partParser(
  file: Blob,
  format: RowFormat,
  found: RowFindings,
  sliceSize: number,
  onSlice: (slice: RowSlice) => void,
): (block: FileBlock) => Promise<void> {
  const { rowsOffset } = format.fileHeader;
  let parser: RowParser | null = null;
  let parsedTo = 0;
  return async (block) => {
    const isNext = parser !== null && parsedTo === block.offset;
    const hasBefore = !isNext && found.end < block.offset;
    const before = hasBefore ? await readBytes(file, found.end, block.offset) : new Uint8Array();
    if (parser === null || !isNext) parser = new RowParser(format, found, onSlice);
    parsedTo = block.offset + block.bytes.length;
    const isLast = parsedTo === file.size;
    parseBlock(parser, before, block, { rowsOffset, sliceSize, isLast });
  };
}

/** The bytes of a part, and some before them to find the start of a row in. */
export interface PartBytes {
  /** The byte at which they begin in the file. */
  readonly from: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the bytes of a part, and starts hashing it.
 * @throws an Error with a sentence for the user when the file on disk is no longer the chosen one
 */
export async function readPartBytes(file: Blob, part: number, partSize: number) {
  const offset = part * partSize;
  const from = Math.max(0, offset - Math.min(lookBack, partSize));
  const bytes = await readBytes(file, from, Math.min(file.size, offset + partSize));
  return { from, bytes, digest: blockDigest(bytes.subarray(offset - from)) };
}

/**
 * Parses a part of a file without knowing where its first row begins: this is guessed, except in
 * the first part. The rows are numbered as if the part were the whole file.
 */
export function parsePartAhead(
  format: RowFormat,
  { part, paddedWidth, isLast }: PartRequest,
  { from, bytes }: PartBytes,
  { partSize, sliceSize }: PartSizes,
  onSlice: (slice: RowSlice) => void,
): ParsedPart {
  const offset = part * partSize;
  const lead = bytes.subarray(0, offset - from);
  const block = { offset, bytes: bytes.subarray(offset - from) };
  const { rowsOffset } = format.fileHeader;
  const start = part === 0 ? rowsOffset : Math.max(rowsOffset, guessRowStart(format, lead, from));
  const found = new RowFindings(format, start);
  const expectedWidth = part === 0 ? null : paddedWidth;
  format.paddedWidth = expectedWidth;
  format.isNumbered = part === 0;
  const parser = new RowParser(format, found, onSlice);
  parseBlock(parser, lead.subarray(start - from), block, { rowsOffset, sliceSize, isLast });
  return { expectedWidth, paddedWidth: format.paddedWidth, findings: found.all() };
}

/** How many lines are tried, at most, as the start of a row. */
const maxTries = 32;

/**
 * Guesses where the last row begins that may continue after these bytes. Looks for a line that
 * begins a row with all cells, because a line within a quoted cell has fewer, and parses the rows
 * from there on. `offset`: where the bytes begin in the file. The guess can be wrong: whoever uses
 * it has to compare it with the end of the row before.
 */
function guessRowStart(format: RowFormat, bytes: Uint8Array, offset: number): number {
  const { encoding } = format.parseOptions;
  const { lineEnd } = format.fileHeader;
  const first = afterLineEnd(bytes, encoding, lineEnd);
  const decoder = makeDecoder(encoding);
  const text = decoded(decoder, bytes.subarray(first));
  return text === null
    ? offset + bytes.length
    : offset + first + decoder.take(cutToRows(text, format));
}

/** Returns a text up to the end of the last row that ends in it. */
function cutToRows(text: string, format: RowFormat): string {
  const { lineEnd, cells } = format.fileHeader;
  let line = 0;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { rows, cursor, badQuote } = format.parse(text.slice(line), true);
    if (badQuote === null && (rows[0]?.length ?? 0) >= cells.length)
      return text.slice(0, line + cursor);
    const next = text.indexOf(lineEnd, line);
    if (next === -1) break;
    line = next + 1;
  }
  return text.slice(0, text.lastIndexOf(lineEnd) + 1);
}

/** Returns the index after the first line end, or after the last byte if there is none. */
function afterLineEnd(bytes: Uint8Array, encoding: Encoding, lineEnd: LineEnd): number {
  const code = lineEnd.charCodeAt(0);
  // Files and their parts begin with a whole character.
  const width = encoding.startsWith('utf-16') ? 2 : 1;
  const low = encoding.endsWith('be') ? width - 1 : 0;
  for (let at = 0; at + width <= bytes.length; at += width)
    if (bytes[at + low] === code && isOnly(bytes, at, width, code)) return at + width;
  return bytes.length;
}

/** Returns whether a character is the one with a code: its other bytes are 0. */
function isOnly(bytes: Uint8Array, at: number, width: number, code: number): boolean {
  let sum = 0;
  for (let byte = at; byte < at + width; byte += 1) sum += bytes[byte] ?? 0;
  return sum === code;
}

/** Returns the text of bytes that may end within a character; null if they are invalid. */
function decoded(decoder: ReturnType<typeof makeDecoder>, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
