import type { Delimiter, Encoding } from '#contract/bulk-upload/bulk-uploads.ts';

import type { EncodingEvidence } from './encoding-evidence.ts';
import { isUtf8, lenientDecoderOf } from './encodings.ts';
import type { Recognition } from './recognition.ts';

/** A sample is cut at this many characters on either side of the accent. */
const maxReach = 40;

/**
 * Returns a non-ASCII cell decoded in each encoding the file could have, the likeliest first.
 * `text`: the start of the file in the detected encoding, used where a byte-order mark or the zeros
 * of UTF-16 make the encoding certain.
 */
export function accentSamples(
  { encoding, accents }: EncodingEvidence,
  text: string,
  delimiter: Delimiter,
): Recognition['samples'] {
  if (accents === null) {
    const first = text.search(/[^\0-\u007f]/);
    if (first === -1) return [];
    const [start, end] = cellAround((at) => text.charCodeAt(at), first, delimiter);
    return [{ encoding, text: text.slice(start, end).trim() }];
  }
  const cell = accents.bytes.subarray(
    ...cellAround((at) => accents.bytes[at], accents.first, delimiter),
  );
  const others: readonly Encoding[] = ['windows-1252', 'utf-8', 'macintosh'];
  return [encoding, ...others.filter((other) => other !== encoding)]
    .filter((candidate) => candidate !== 'utf-8' || isUtf8(cell, false))
    .map((candidate) => ({
      encoding: candidate,
      text: lenientDecoderOf(candidate).decode(cell).trim(),
    }));
}

/**
 * Returns the start and end of the cell around an index. Delimiters, quotes and line ends are ASCII
 * in every encoding.
 */
function cellAround(
  codeAt: (at: number) => number | undefined,
  index: number,
  delimiter: Delimiter,
): [start: number, end: number] {
  const ends = new Set([undefined, Number.NaN, ...Array.from(`"\r\n${delimiter}`, codeOf)]);
  let start = index;
  while (start > index - maxReach && !ends.has(codeAt(start - 1))) start -= 1;
  let end = index;
  while (end < index + maxReach && !ends.has(codeAt(end))) end += 1;
  return [start, end];
}

function codeOf(char: string): number {
  return char.charCodeAt(0);
}
