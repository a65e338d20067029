import type { Delimiter, Encoding, ParseOptions } from '#contract/web/bulk-uploads.ts';

import { lineEndOf, separatorLineOf, type LineEnd } from './dialect.ts';
import { byteLength, decoderOf, markOf } from './encodings.ts';
import { parseText } from './parse-text.ts';

/** A header longer than this, in bytes, is none. */
export const headSize = 256 * 1024;

/** What stands before the first row of data. */
export interface FileHead {
  readonly header: readonly string[];
  readonly lineEnd: LineEnd;
  /** The delimiter that a first line `sep=;` names. */
  readonly separatorLine: Delimiter | null;
  /** The byte at which the first row of data begins. */
  readonly rowsOffset: number;
  /** Whether the header has a quote that never closes. */
  readonly isUnclosed: boolean;
}

/** The text of a file's first bytes, without its mark. Throws a TypeError where they do not fit the encoding. */
export function headText(bytes: Uint8Array, encoding: Encoding): string {
  return decoderOf(encoding).decode(bytes.subarray(markSize(bytes, encoding)), { stream: true });
}

/** The same, with a sign in the place of bytes that do not fit: they may stand far below the header. */
function lenientHeadText(bytes: Uint8Array, encoding: Encoding): string {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return decoder.decode(bytes.subarray(markSize(bytes, encoding)), { stream: true });
}

/** Reads the header from a file's first bytes, at most `headSize` of them. */
export function readHead(
  bytes: Uint8Array,
  { encoding, delimiter }: Pick<ParseOptions, 'encoding' | 'delimiter'>,
): FileHead {
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
  const mark = markOf(bytes);
  return mark?.encoding === encoding ? mark.size : 0;
}

/** Where the first row ends, its line end included. */
function headerEnd(text: string, start: number, lineEnd: LineEnd): number {
  let isQuoted = false;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text[at] === lineEnd) return at + 1;
  }
  return text.length;
}
