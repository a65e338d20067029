import type { Delimiter } from '#contract/bulk-upload/parse-options.ts';
import { count } from '#src/lib/numbers.ts';

import { Utf8Detector } from './encodings.ts';
import { LetterWarnings } from './letter-warnings.ts';
import { closingQuote, type LineEnd } from './parse-text.ts';
import type { FileNotice } from './recognition.ts';
import { type RowFormat, type RowSlice, RowIndex } from './row-format.ts';

/** The reason why parsing stopped before the end of the file. */
export type ReadStop =
  | {
      readonly reason: 'quote';
      readonly row: number;
      /** The cell's column index, from 0, and the byte at which its line begins. */
      readonly columnIndex: number;
      readonly offset: number;
      /** Whether the file goes on after the max row length, where the quote may be closed. */
      readonly isAtLimit: boolean;
    }
  /** A row without a quote that is longer than the max row length. */
  | { readonly reason: 'length'; readonly row: number }
  /** `row`: the first row that was not passed to `onSlice`; it begins at byte `offset`. */
  | { readonly reason: 'encoding'; readonly row: number; readonly offset: number };

/** The findings about a file's rows so far, without their cells. */
export class RowFindings {
  /** The number of rows. */
  rows = 0;
  /** The byte after the last whole row. */
  end: number;
  /** Once set, nothing after it is read. */
  stop: ReadStop | null = null;
  readonly index = new RowIndex();
  readonly utf8: Utf8Detector;
  readonly letters: LetterWarnings;
  readonly lineEnds: StrayLineEnds;

  constructor(format: RowFormat) {
    const { parseOptions, fileHeader } = format;
    this.utf8 = new Utf8Detector(parseOptions.encoding, fileHeader.rowsOffset);
    this.letters = new LetterWarnings(parseOptions.encoding);
    this.lineEnds = new StrayLineEnds(format);
    this.end = fileHeader.rowsOffset;
  }

  /** Adds what the texts of the next rows tell. */
  add(slice: RowSlice): void {
    this.letters.add(slice);
    this.lineEnds.add(slice);
  }
}

/**
 * Counts line breaks outside quotes that don't end a row of the file: a carriage return alone where
 * rows end with a line feed, or a line feed where they end with a carriage return. The rows on both
 * sides of it are read as one.
 */
class StrayLineEnds {
  readonly #format: RowFormat;
  #count = 0;
  #firstRow = 0;

  constructor(format: RowFormat) {
    this.#format = format;
  }

  add(slice: RowSlice): void {
    const { lineEnd } = this.#format.fileHeader;
    const { text, firstRow } = slice;
    if (!mayBeStray[lineEnd].test(text)) return;
    const { delimiter } = this.#format.parseOptions;
    for (const at of strayLineEnds(text, delimiter, lineEnd)) {
      if (this.#count === 0)
        this.#firstRow = firstRow + this.#format.parse(text.slice(0, at), true).rows.length;
      this.#count += 1;
    }
  }

  notices(): FileNotice[] {
    if (this.#count === 0) return [];
    const [other, typical] =
      this.#format.fileHeader.lineEnd === '\n'
        ? ['a carriage return alone', 'a line feed']
        : ['a line feed', 'a carriage return alone'];
    return [
      {
        kind: 'line-ends',
        weight: 'warn',
        title:
          this.#count === 1
            ? `A line in row ${this.#firstRow} ends with ${other}.`
            : `${count(this.#count)} lines, the first in row ${this.#firstRow}, end with ${other}.`,
        advice: `The file’s rows end with ${typical}, so what stands on both sides of such a line end may have been read as one row. If it should be two, open the file in Excel, save it again and choose that file.`,
      },
    ];
  }
}

/** What a text with a stray line end has, within quotes or outside, by the line end of the rows. */
const mayBeStray: Readonly<Record<LineEnd, RegExp>> = { '\n': /\r(?![\r\n]|$)/, '\r': /\n/ };

/** Yields the index of each stray line end in a text that begins at the start of a row. */
function* strayLineEnds(text: string, delimiter: Delimiter, lineEnd: LineEnd): Generator<number> {
  const marks = lineEnd === '\n' ? /"|\r(?![\r\n]|$)/g : /["\n]/g;
  const isCellStart = (at: number) =>
    at === 0 || text[at - 1] === delimiter || text[at - 1] === lineEnd;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    if (match[0] !== '"') yield match.index;
    else if (isCellStart(match.index)) marks.lastIndex = closingQuote(text, match.index) + 1;
  }
}
