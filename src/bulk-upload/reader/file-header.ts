import {
  delimiters,
  type Delimiter,
  type Encoding,
  type ParseOptions,
} from '#contract/bulk-upload/parse-options.ts';
import type { FileDecoder } from '#src/bulk-upload/encodings/file-decoder.ts';

import { findBom, makeDecoder, makeLenientDecoder } from './encodings.ts';
import { closingQuote, parseText, type LineEnd } from './parse-text.ts';

/** Max header size in bytes: a longer first row is not a header. */
export const maxHeaderSize = 256 * 1024;

/** The part of a file before its first row of data. */
export interface FileHeader {
  /** The cells of the header. */
  readonly cells: readonly string[];
  readonly lineEnd: LineEnd;
  /** The delimiter named by a first line such as `sep=;`. */
  readonly separatorLine: Delimiter | null;
  /** The byte at which row 2 begins: the first row of data, unless the header is further down. */
  readonly rowsOffset: number;
  /** The byte after the header. */
  readonly headerEndOffset: number;
  /** Whether the header, or a row above it, contains an unclosed quote. */
  readonly isUnclosed: boolean;
}

/**
 * Returns the text of a file's first bytes, without the byte-order mark.
 * @throws a TypeError when the bytes are invalid in the encoding
 */
export function startText(bytes: Uint8Array, encoding: Encoding): string {
  return makeDecoder(encoding).decode(bytes.subarray(bomSize(bytes, encoding)), { stream: true });
}

/**
 * Parses the header from a file's first bytes, at most `maxHeaderSize` of them. It is in row 1,
 * unless the parse options say otherwise.
 */
export function readFileHeader(
  bytes: Uint8Array,
  {
    encoding,
    delimiter,
    headerRow = 1,
  }: Pick<ParseOptions, 'encoding' | 'delimiter' | 'headerRow'>,
): FileHeader {
  const start = tableStart(bytes, encoding, delimiter);
  const { text, lineEnd, separator, decoder } = start;
  const firstEnd = rowsEnd(start, 1);
  const end = headerRow === 1 ? firstEnd : rowsEnd(start, headerRow);
  const { rows, badQuote } = parseText(text.slice(start.index, end), delimiter, lineEnd, false);
  const rowsOffset = bomSize(bytes, encoding) + decoder.take(text.slice(0, firstEnd));
  return {
    cells: rows[headerRow - 1] ?? [],
    lineEnd,
    separatorLine: separator,
    rowsOffset,
    headerEndOffset:
      end === firstEnd ? rowsOffset : rowsOffset + decoder.take(text.slice(firstEnd, end)),
    isUnclosed: badQuote !== null,
  };
}

/** Returns the cells of a file's first rows, as far as its first bytes contain them. */
export function firstRows(
  bytes: Uint8Array,
  { encoding, delimiter }: Pick<ParseOptions, 'encoding' | 'delimiter'>,
  maxRows: number,
): string[][] {
  const start = tableStart(bytes, encoding, delimiter);
  const { text, lineEnd } = start;
  const end = rowsEnd(start, maxRows);
  return parseText(text.slice(start.index, end), delimiter, lineEnd, false).rows;
}

/**
 * Returns whether only whitespace follows the header. A file longer than its first bytes has rows.
 */
export function hasNoRows(
  bytes: Uint8Array,
  encoding: Encoding,
  fileHeader: FileHeader,
  size: number,
): boolean {
  if (size > bytes.length) return false;
  const rows = makeLenientDecoder(encoding).decode(bytes.subarray(fileHeader.headerEndOffset));
  return rows.trim() === '';
}

/** A file's first text, and where its rows begin. */
interface TableStart {
  readonly text: string;
  /** The index after a separator line. */
  readonly index: number;
  readonly delimiter: Delimiter;
  readonly lineEnd: LineEnd;
  readonly separator: Delimiter | null;
  readonly decoder: FileDecoder;
}

function tableStart(bytes: Uint8Array, encoding: Encoding, delimiter: Delimiter): TableStart {
  // Invalid bytes may be far below the header.
  const decoder = makeLenientDecoder(encoding);
  const text = decoder.decode(bytes.subarray(bomSize(bytes, encoding)), { stream: true });
  const separator = findSeparatorLine(text);
  const index = separator?.length ?? 0;
  const lineEnd = findLineEnd(text.slice(index), delimiter);
  return { text, index, delimiter, lineEnd, separator: separator?.delimiter ?? null, decoder };
}

/** Returns the index after the first `count` rows, including their line ends. */
function rowsEnd({ text, index, delimiter, lineEnd }: TableStart, count: number): number {
  let end = index;
  for (let row = 0; row < count && end < text.length; row += 1) {
    const at = unquotedIndex(text, end, delimiter, lineEnd);
    end = at === -1 ? text.length : at + 1;
  }
  return end;
}

function bomSize(bytes: Uint8Array, encoding: Encoding): number {
  const bom = findBom(bytes);
  return bom?.encoding === encoding ? bom.size : 0;
}

/**
 * Returns the index of the first of these characters outside a quoted cell, from the start of a row
 * on; -1 if there is none. A quote within a cell, as in `6" pipe`, is part of its text.
 */
function unquotedIndex(text: string, start: number, delimiter: Delimiter, chars: string): number {
  let isCellStart = true;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (isCellStart && char === '"') at = closingQuote(text, at);
    else if (chars.includes(char)) return at;
    isCellStart = char === delimiter;
  }
  return -1;
}

/**
 * Returns the character that ends the first row: a carriage return that no line feed follows, or
 * else a line feed.
 */
function findLineEnd(text: string, delimiter: Delimiter): LineEnd {
  const at = unquotedIndex(text, 0, delimiter, '\r\n');
  const isReturnAlone = text[at] === '\r' && !/^\r+(?:\n|$)/.test(text.slice(at, at + 4));
  return isReturnAlone ? '\r' : '\n';
}

const separatorLine = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i;

/**
 * Returns the delimiter of Excel's own first line `sep=;`, which Excel doesn't display, and the
 * length of that line including its line end; null if there is no such line.
 */
export function findSeparatorLine(text: string): { delimiter: Delimiter; length: number } | null {
  const match = separatorLine.exec(text);
  const delimiter = delimiters.find((candidate) => candidate === match?.[1]);
  return match === null || delimiter === undefined ? null : { delimiter, length: match[0].length };
}
