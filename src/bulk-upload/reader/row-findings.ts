import type { Delimiter } from '#contract/bulk-upload/parse-options.ts';
import { count } from '#src/lib/numbers.ts';

import { Utf8Detector, type Utf8Findings } from './encodings.ts';
import { LetterWarnings, type LetterFindings } from './letter-warnings.ts';
import { closingQuote, type LineEnd } from './parse-text.ts';
import type { FileNotice } from './recognition.ts';
import { type RowFormat, type RowSlice, RowIndex, type IndexedSlice } from './row-format.ts';

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

/** The findings of a part of a file, as one worker sends them to another. */
export interface PartFindings {
  readonly rows: number;
  readonly start: number;
  readonly end: number;
  readonly stop: ReadStop | null;
  readonly slices: readonly IndexedSlice[];
  readonly utf8: Utf8Findings;
  readonly letters: LetterFindings;
  readonly lineEnds: LineEndFindings;
}

/**
 * What reading the rows of a file has found so far, besides their cells. The rows of a part are
 * numbered as if the part were the whole file, until the part is appended.
 */
export class RowFindings {
  /** The number of rows. */
  rows = 0;
  /** The byte at which the first row begins. */
  readonly start: number;
  /** The byte after the last whole row. */
  end: number;
  /** Once set, nothing after it is read. */
  stop: ReadStop | null = null;
  readonly index = new RowIndex();
  readonly utf8: Utf8Detector;
  readonly letters = new LetterWarnings();
  readonly lineEnds: StrayLineEnds;

  constructor(format: RowFormat, start: number) {
    this.utf8 = new Utf8Detector(format.parseOptions.encoding);
    this.lineEnds = new StrayLineEnds(format);
    this.start = start;
    this.end = start;
  }

  /** Adds what the texts of the next rows tell. */
  add(slice: RowSlice): void {
    this.letters.add(slice);
    this.lineEnds.add(slice);
  }

  /** Returns all findings, for `append`. */
  all(): PartFindings {
    const { rows, start, end, stop, index } = this;
    return {
      rows,
      start,
      end,
      stop,
      slices: index.all(),
      utf8: this.utf8.found(),
      letters: this.letters.found(),
      lineEnds: this.lineEnds.found(),
    };
  }

  /** Adds the findings of the part of the file that follows. */
  append({ rows, end, stop, slices, utf8, letters, lineEnds }: PartFindings): void {
    this.index.append(slices, this.rows);
    this.utf8.append(utf8);
    this.letters.append(letters, this.rows);
    this.lineEnds.append(lineEnds, this.rows);
    this.stop = stop && { ...stop, row: stop.row + this.rows };
    this.rows += rows;
    this.end = end;
  }
}

/** The stray line ends of a part of a file: how many, and the row of the first. */
interface LineEndFindings {
  readonly count: number;
  readonly firstRow: number;
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
    // A carriage return alone is not plain.
    if (lineEnd === '\n' && slice.isPlain) return;
    const { text, firstRow } = slice;
    if (lineEnd === '\r' && !text.includes('\n')) return;
    const { delimiter } = this.#format.parseOptions;
    for (const at of strayLineEnds(text, delimiter, lineEnd)) {
      if (this.#count === 0)
        this.#firstRow = firstRow + this.#format.parse(text.slice(0, at), true).rows.length;
      this.#count += 1;
    }
  }

  /** Returns what was found, for `append`. */
  found(): LineEndFindings {
    return { count: this.#count, firstRow: this.#firstRow };
  }

  /**
   * Adds what was found in the part of the file that follows. `rows`: the number of rows before the
   * part, whose own rows are numbered as if it were the whole file.
   */
  append(part: LineEndFindings, rows: number): void {
    if (this.#count === 0) this.#firstRow = part.firstRow + rows;
    this.#count += part.count;
  }

  notices(): FileNotice[] {
    if (this.#count === 0) return [];
    const [other, usual] =
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
        advice: `The file’s rows end with ${usual}, so what stands on both sides of such a line end may have been read as one row. If it should be two, open the file in Excel, save it again and choose that file.`,
      },
    ];
  }
}

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
