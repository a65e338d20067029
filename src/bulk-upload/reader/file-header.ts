import type { Delimiter, Encoding, ParseOptions } from '#contract/bulk-upload/bulk-uploads.ts';

import { lineEndOf, separatorLineOf, type LineEnd } from './dialect.ts';
import { byteLength, decoderOf, bomOf } from './encodings.ts';
import { parseText } from './parse-text.ts';

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

/**
 * Returns the same text with U+FFFD in place of invalid bytes, which may be far below the header.
 */
function lenientStartText(bytes: Uint8Array, encoding: Encoding): string {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return decoder.decode(bytes.subarray(bomSize(bytes, encoding)), { stream: true });
}

/** Parses the header from a file's first bytes, at most `maxHeaderSize` of them. */
export function readFileHeader(
  bytes: Uint8Array,
  { encoding, delimiter }: Pick<ParseOptions, 'encoding' | 'delimiter'>,
): FileHeader {
  const text = lenientStartText(bytes, encoding);
  const separator = separatorLineOf(text);
  const start = separator?.length ?? 0;
  const lineEnd = lineEndOf(text.slice(start));
  const end = headerEnd(text, start, lineEnd);
  const { rows, badQuote } = parseText(text.slice(start, end), delimiter, lineEnd, false);
  return {
    cells: rows[0] ?? [],
    lineEnd,
    separatorLine: separator?.delimiter ?? null,
    rowsOffset: bomSize(bytes, encoding) + byteLength(text.slice(0, end), encoding),
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
