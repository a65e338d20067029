import type { Delimiter, Encoding } from '#contract/web/bulk-uploads.ts';

import type { EncodingEvidence } from './encoding-evidence.ts';
import { isUtf8 } from './encodings.ts';
import type { Recognition } from './sheet.ts';

/** A sample is cut at so many bytes on either side of the accent. */
const reach = 40;

/** A cell beyond ASCII in each encoding that could be meant, the likeliest first. */
export function accentSamples(
  { encoding, accents }: EncodingEvidence,
  delimiter: Delimiter,
): Recognition['samples'] {
  if (accents === null) return [];
  const cell = cellAround(accents.bytes, accents.first, delimiter);
  const others: readonly Encoding[] = ['windows-1252', 'utf-8', 'macintosh'];
  return [encoding, ...others.filter((other) => other !== encoding)]
    .filter((candidate) => candidate !== 'utf-8' || isUtf8(cell, false))
    .map((candidate) => ({
      encoding: candidate,
      text: new TextDecoder(candidate).decode(cell).trim(),
    }));
}

/** The bytes of the cell that holds the one at `first`; its ends are ASCII in every encoding that is offered. */
function cellAround(bytes: Uint8Array, first: number, delimiter: Delimiter): Uint8Array {
  const isEnd = (byte: number | undefined) =>
    byte === undefined ||
    '"\r\n'.includes(String.fromCharCode(byte)) ||
    byte === delimiter.charCodeAt(0);
  let start = first;
  while (start > first - reach && !isEnd(bytes[start - 1])) start -= 1;
  let end = first;
  while (end < first + reach && !isEnd(bytes[end])) end += 1;
  return bytes.subarray(start, end);
}
