import { encodings, type Delimiter, type Encoding } from '#contract/bulk-upload/parse-options.ts';

import { decodeCell, findCells, rankReadings } from './encoding-readings.ts';
import { fileDecoder } from './file-decoder.ts';

/** A sample of a file's text in one encoding. */
export interface EncodingSample {
  readonly encoding: Encoding;
  readonly text: string;
  /** Whether it is one of the few readings to choose from first. */
  readonly isLikely: boolean;
}

/** How many cells a sample shows. */
const maxSampleCells = 3;
const maxSampleLength = 64;
/** How many readings are offered first. */
const maxReadings = 6;

/**
 * Returns a few non-ASCII cells in each encoding in which they are text: the encoding of the file
 * first, then windows-1252, then those whose letters are least strange. The cells are those that
 * differ most between them. `bytes`: the part of the file with the cells, or null where a
 * byte-order mark or the zeros of UTF-16 make the encoding certain: then `text`, the start of the
 * file, has them.
 */
export function accentSamples(
  encoding: Encoding,
  bytes: Uint8Array | null,
  text: string,
  delimiter: Delimiter,
): EncodingSample[] {
  if (bytes === null) {
    const cells = text.split(/["\r\n]/).flatMap((line) => line.split(delimiter));
    const first = cells.find((cell) => /[^\0-\u007f]/.test(cell))?.trim();
    return first === undefined
      ? []
      : [{ encoding, text: first.slice(0, maxSampleLength), isLikely: true }];
  }
  const cells = findCells(bytes, delimiter);
  const ranked = [...new Set<Encoding>([encoding, 'windows-1252', ...rankReadings(cells)])];
  const likely = ranked.slice(0, maxReadings);
  const countTexts = (cell: (typeof cells)[number]) =>
    new Set(likely.map((one) => decodeCell(cell, one))).size;
  const shown = cells
    .toSorted((one, other) => countTexts(other) - countTexts(one))
    .slice(0, maxSampleCells);
  return [...new Set<Encoding>([...ranked, ...encodings])].flatMap((one) => {
    const texts = shown.map((cell) => decodeCell(cell, one));
    const isText = one === encoding || !texts.includes(null);
    if (!isText || one.startsWith('utf-16')) return [];
    const read = shown.map((cell, at) => texts[at] ?? fileDecoder(one, true).decode(cell.bytes));
    return [{ encoding: one, text: read.join(' · '), isLikely: likely.includes(one) }];
  });
}
