import type { Delimiter, Encoding, ParseOptions } from '#contract/bulk-upload/bulk-uploads.ts';

import { lineEndOf, separatorLineOf, type LineEnd } from './dialect.ts';
import { byteLength, decoderOf, bomOf } from './encodings.ts';
import { parseText } from './parse-text.ts';

/** Max header size in bytes: a longer first row is not a header. */
export const maxHeaderSize = 256 * 1024;

/** What precedes the first row of data. */
export interface FileHeader {
  readonly header: readonly string[];
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
export function headText(bytes: Uint8Array, encoding: Encoding): string {
  return decoderOf(encoding).decode(bytes.subarray(markSize(bytes, encoding)), { stream: true });
}

/**
 * Returns the same text with U+FFFD in place of invalid bytes, which may be far below the header.
 */
function lenientHeadText(bytes: Uint8Array, encoding: Encoding): string {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return decoder.decode(bytes.subarray(markSize(bytes, encoding)), { stream: true });
}

/** Parses the header from a file's first bytes, at most `maxHeaderSize` of them. */
export function readFileHeader(
  bytes: Uint8Array,
  { encoding, delimiter }: Pick<ParseOptions, 'encoding' | 'delimiter'>,
): FileHeader {
  const text = lenientHeadText(bytes, encoding);
  const separator = separatorLineOf(text);
  const start = separator?.length ?? 0;
  const lineEnd = lineEndOf(text.slice(start));
  const end = headerEnd(text, start, lineEnd);
  const { rows, badQuote } = parseText(text.slice(start, end), delimiter, lineEnd, false);
  return {
    header: rows[0] ?? [],
    lineEnd,
    separatorLine: separator?.delimiter ?? null,
    rowsOffset: markSize(bytes, encoding) + byteLength(text.slice(0, end), encoding),
    isUnclosed: badQuote !== null,
  };
}

function markSize(bytes: Uint8Array, encoding: Encoding): number {
  const mark = bomOf(bytes);
  return mark?.encoding === encoding ? mark.size : 0;
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
