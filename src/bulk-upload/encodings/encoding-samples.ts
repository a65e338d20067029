import { encodings, type Delimiter, type Encoding } from '#contract/bulk-upload/parse-options.ts';

import { fileDecoder } from './file-decoder.ts';

/** A sample of a file's text in one encoding. */
export interface EncodingSample {
  readonly encoding: Encoding;
  readonly text: string;
  /** Whether the file makes plausible words in the encoding. */
  readonly isLikely: boolean;
}

/** Bytes with non-ASCII characters, from the first of them on. */
interface Accents {
  readonly bytes: Uint8Array;
  readonly first: number;
}

/** A sample is cut at this many bytes on either side of the accent. */
const maxReach = 40;
/** How many cells a sample shows if the encoding is in doubt. */
const maxCells = 3;
/** How many cells are searched for those that differ between the likely encodings. */
const maxSearched = 200;

/**
 * Returns a non-ASCII cell decoded in each encoding in which it is text: the likely ones first. If
 * the encoding is in doubt, a few cells, which the likely encodings decode differently. `text`: the
 * start of the file in the detected encoding, used where a byte-order mark or the zeros of UTF-16
 * make the encoding certain.
 */
export function accentSamples(
  {
    encoding,
    accents,
    likely,
  }: { encoding: Encoding; accents: Accents | null; likely: readonly Encoding[] },
  text: string,
  delimiter: Delimiter,
): EncodingSample[] {
  if (accents === null) {
    const first = text.search(/[^\0-\u007f]/);
    if (first === -1) return [];
    const [start, end] = cellAround((at) => text.charCodeAt(at), first, delimiter);
    return [{ encoding, text: text.slice(start, end).trim(), isLikely: true }];
  }
  const cells = splitCells(accents, delimiter);
  const isTelling = (cell: Uint8Array) =>
    new Set(likely.map((one) => decodeCell(cell, one))).size > 1;
  const telling = likely.length > 1 ? cells.filter(isTelling) : [];
  const shown = telling.length > 0 ? telling.slice(0, maxCells) : cells.slice(0, 1);
  const others = encodings.filter((one) => !likely.includes(one) && !one.startsWith('utf-16'));
  return [...likely, ...others].flatMap((candidate) => {
    const texts = shown.map((cell) => decodeCell(cell, candidate));
    const isText = likely.includes(candidate) || !texts.some((one) => one.includes('\ufffd'));
    return isText
      ? [{ encoding: candidate, text: texts.join(' · '), isLikely: likely.includes(candidate) }]
      : [];
  });
}

/** Returns the different cells with non-ASCII bytes, from the first on. */
function splitCells({ bytes, first }: Accents, delimiter: Delimiter): Uint8Array[] {
  const cells = new Map<string, Uint8Array>();
  for (let at = first, searched = 0; at < bytes.length && searched < maxSearched; searched += 1) {
    const [start, end] = cellAround((index) => bytes[index], at, delimiter);
    const cell = bytes.subarray(start, end);
    cells.set(cell.join(), cell);
    at = end;
    while (at < bytes.length && (bytes[at] ?? 0) < 0x80) at += 1;
  }
  return [...cells.values()];
}

/** Returns the text of a cell, with U+FFFD only where it is no text of the encoding. */
function decodeCell(cell: Uint8Array, encoding: Encoding): string {
  try {
    return fileDecoder(encoding, false).decode(cell).trim();
  } catch {
    return fileDecoder(encoding, true).decode(cell).trim();
  }
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
  const ends = new Set([
    undefined,
    Number.NaN,
    ...Array.from(`"\r\n${delimiter}`, (char) => char.charCodeAt(0)),
  ]);
  let start = index;
  while (start > index - maxReach && !ends.has(codeAt(start - 1))) start -= 1;
  let end = index + 1;
  while (end < index + maxReach && !ends.has(codeAt(end))) end += 1;
  return [start, end];
}
