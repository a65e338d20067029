import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { TemplateRows } from '#src/bulk-upload/columns/template-rows.ts';
import { lowerBound } from '#src/lib/growing-array.ts';

import { makeDecoder } from './encodings.ts';
import type { FileHeader } from './file-header.ts';
import { parseText, type ParsedText } from './parse-text.ts';

/** Consecutive rows of a file. */
export interface RowSlice {
  /** The number of the first row as Excel shows it: the header is row 1. */
  readonly firstRow: number;
  /** The text the rows were parsed from. Don't store it. */
  readonly text: string;
  /**
   * The rows, in the template's column order and as wide as the template. A row with more cells
   * than the header is wider by the extra cells. Storing a long cell keeps the whole text of the
   * slice in memory.
   */
  readonly rows: readonly string[][];
}

/** How the rows of one file are parsed. */
export class RowFormat {
  readonly parseOptions: ParseOptions;
  readonly fileHeader: FileHeader;
  readonly #templateRows: TemplateRows;

  constructor(parseOptions: ParseOptions, fileHeader: FileHeader) {
    this.parseOptions = parseOptions;
    this.fileHeader = fileHeader;
    this.#templateRows = new TemplateRows(parseOptions, fileHeader.cells);
  }

  /**
   * Parses a text. With `isPart` the last row is not parsed, because it may continue after the
   * text.
   */
  parse(text: string, isPart: boolean): ParsedText {
    return parseText(text, this.parseOptions.delimiter, this.fileHeader.lineEnd, isPart);
  }

  /** Returns a slice with rows in the template's column order, from rows as parsed from a text. */
  slice(parsed: string[][], text: string, firstRow: number): RowSlice {
    const { headerRow = 1 } = this.parseOptions;
    const above = Math.max(0, headerRow + 1 - firstRow);
    const rows = this.#templateRows.of(parsed, text, Math.min(parsed.length, above));
    return { firstRow, text, rows };
  }

  /** Parses the rows in bytes that begin at the start of a row and end at the end of a row. */
  sliceOfBytes(bytes: Uint8Array, firstRow: number): RowSlice {
    const text = makeDecoder(this.parseOptions.encoding).decode(bytes);
    const { rows } = this.parse(text, false);
    return this.slice(rows, text, firstRow);
  }
}

/** The number of the first data row as Excel shows it. Inside the worker, rows count from 0. */
export const firstRowNumber = 2;

/** The bounds of a slice. */
export interface IndexedSlice {
  readonly start: number;
  /** The byte after the slice. */
  readonly end: number;
  readonly firstRow: number;
  /** The number of the row after the slice's last row. */
  readonly rowAfter: number;
}

/**
 * Where each slice of a file begins: its first byte and the number of its first row. Nothing else
 * of the rows is stored.
 */
export class RowIndex {
  readonly #slices: IndexedSlice[] = [];

  get slices(): number {
    return this.#slices.length;
  }

  /** Appends a slice. */
  add(slice: IndexedSlice): void {
    this.#slices.push(slice);
  }

  /** Returns the index of the slice that contains a row, or null if there is no such row. */
  sliceOf(row: number): number | null {
    const slice = lowerBound(this.slices, (at) => this.at(at).rowAfter <= row);
    return row < firstRowNumber || slice === this.slices ? null : slice;
  }

  /**
   * Returns the byte range of a slice and the number of its first row.
   * @throws a RangeError if there is no such slice
   */
  at(slice: number): IndexedSlice {
    const found = this.#slices[slice];
    if (found === undefined) throw new RangeError(`No slice ${slice}.`);
    return found;
  }
}
