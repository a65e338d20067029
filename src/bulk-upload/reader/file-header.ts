import {
  delimiters,
  type Delimiter,
  type Encoding,
  type ParseOptions,
} from '#contract/bulk-upload/bulk-uploads.ts';

import { bomOf, decoderOf, lenientDecoderOf } from './encodings.ts';
import { parseText, type LineEnd } from './parse-text.ts';

/** Max header size in bytes: a longer first row is not a header. */
export const maxHeaderSize = 256 * 1024;

/** What precedes the first row of data. */
export interface FileHeader {
  readonly cells: readonly string[];
  readonly lineEnd: LineEnd;
  /** The delimiter named by a first line such as `sep=;`. */
  readonly separatorLine: Delimiter | null;
  /** The byte at which the first row of data begins. */
  readonly rowsOffset: number;
  /** Whether the header contains an unclosed quote. */
  readonly isUnclosed: boolean;
}

/**
 * Returns the text of a file's first bytes, without the byte-order mark.
 * @throws a TypeError when the bytes are invalid in the encoding
 */
export function startText(bytes: Uint8Array, encoding: Encoding): string {
  return decoderOf(encoding).decode(bytes.subarray(bomSize(bytes, encoding)), { stream: true });
}

/** Parses the header from a file's first bytes, at most `maxHeaderSize` of them. */
export function readFileHeader(
  bytes: Uint8Array,
  { encoding, delimiter }: Pick<ParseOptions, 'encoding' | 'delimiter'>,
): FileHeader {
  // Invalid bytes may be far below the header.
  const decoder = lenientDecoderOf(encoding);
  const start = bomSize(bytes, encoding);
  const text = decoder.decode(bytes.subarray(start), { stream: true });
  const separator = separatorLineOf(text);
  const header = separator?.length ?? 0;
  const lineEnd = lineEndOf(text.slice(header));
  const end = headerEnd(text, header, lineEnd);
  const { rows, badQuote } = parseText(text.slice(header, end), delimiter, lineEnd, false);
  return {
    cells: rows[0] ?? [],
    lineEnd,
    separatorLine: separator?.delimiter ?? null,
    rowsOffset: start + decoder.take(text.slice(0, end)),
    isUnclosed: badQuote !== null,
  };
}

function bomSize(bytes: Uint8Array, encoding: Encoding): number {
  const bom = bomOf(bytes);
  return bom?.encoding === encoding ? bom.size : 0;
}

/** Returns the index after the first row, including its line end. */
function headerEnd(text: string, start: number, lineEnd: LineEnd): number {
  let isQuoted = false;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text[at] === lineEnd) return at + 1;
  }
  return text.length;
}

/**
 * Returns the character that ends the first row: a carriage return that no line feed follows, or
 * else a line feed.
 */
function lineEndOf(text: string): LineEnd {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === '\n') return '\n';
    else if (char === '\r') return /^\r+(?:\n|$)/.test(text.slice(at, at + 4)) ? '\n' : '\r';
  }
  return '\n';
}

const separatorLine = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n|$)/i;

/**
 * Returns the delimiter of Excel's own first line `sep=;`, which Excel doesn't display, and the
 * length of that line including its line end; null if there is no such line.
 */
export function separatorLineOf(text: string): { delimiter: Delimiter; length: number } | null {
  const match = separatorLine.exec(text);
  const delimiter = delimiters.find((candidate) => candidate === match?.[1]);
  return match === null || delimiter === undefined ? null : { delimiter, length: match[0].length };
}
