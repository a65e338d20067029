import { Utf8Detector, type Utf8Findings } from './encodings.ts';
import { LetterWarnings, type LetterFindings } from './letter-warnings.ts';
import { type RowFormat, RowIndex, type IndexedSlice } from './row-format.ts';

/** The reason why parsing stopped before the end of the file. */
export type ReadStop =
  | {
      readonly reason: 'quote';
      readonly row: number;
      /** The cell's column index, from 0. */
      readonly columnIndex: number;
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

  constructor(format: RowFormat, start: number) {
    this.utf8 = new Utf8Detector(format.parseOptions.encoding);
    this.start = start;
    this.end = start;
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
    };
  }

  /** Adds the findings of the part of the file that follows. */
  append({ rows, end, stop, slices, utf8, letters }: PartFindings): void {
    this.index.append(slices, this.rows);
    this.utf8.append(utf8);
    this.letters.append(letters, this.rows);
    this.stop = stop && { ...stop, row: stop.row + this.rows };
    this.rows += rows;
    this.end = end;
  }
}
