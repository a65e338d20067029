import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { RowScanner } from '#src/bulk-upload/bytes/row-scanner.ts';
import type { ScannedRows } from '#src/bulk-upload/bytes/scanned-rows.ts';
import { TemplateRows } from '#src/bulk-upload/columns/template-rows.ts';
import { lowerBound } from '#src/lib/growing-array.ts';

import type { ByteFindings } from './byte-scanner.ts';
import { makeDecoder } from './encodings.ts';
import type { FileHeader } from './file-header.ts';
import { parseText, type ParsedText } from './parse-text.ts';

/** The facts about the text of a slice that are known without a look at its cells. */
type TextFindings = Pick<ByteFindings, 'isPlain' | 'mayBeMisread'>;

/** Consecutive rows of a file. */
export interface RowSlice extends TextFindings {
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
  /**
   * Where the cells are in the bytes, if these were scanned. `text` and `rows` are then created
   * when they are read, and none of the three can be used after the next slice.
   */
  readonly scanned: ScannedSlice | null;
}

/** Consecutive rows of a file whose cells were found in its bytes. */
export interface ScannedSlice {
  readonly rows: ScannedRows;
  /** By column of the template: that of the file; -1 for a missing one. */
  readonly columnIndexes: readonly number[];
  /** Returns the cells of some of the rows. */
  parse: (first: number, end: number) => string[][];
}

const templateOrder = templateColumns.map((_, columnIndex) => columnIndex);

/** How the rows of one file are parsed. */
export class RowFormat {
  readonly parseOptions: ParseOptions;
  readonly fileHeader: FileHeader;
  /** Whether rows are numbered as in the file: the rows down to its header are known by it. */
  isNumbered = true;
  readonly #templateRows: TemplateRows;
  #scanner: RowScanner | null = null;

  constructor(parseOptions: ParseOptions, fileHeader: FileHeader) {
    this.parseOptions = parseOptions;
    this.fileHeader = fileHeader;
    this.#templateRows = new TemplateRows(parseOptions, fileHeader.cells);
  }

  /**
   * The width of rows that a program padded with empty cells; the header's width if there are none.
   * Null until the first rows of the file tell.
   */
  get paddedWidth(): number | null {
    return this.#templateRows.paddedWidth;
  }

  set paddedWidth(width: number | null) {
    this.#templateRows.paddedWidth = width;
  }

  /**
   * Parses a text. With `isPart` the last row is not parsed, because it may continue after the
   * text.
   */
  parse(text: string, isPart: boolean): ParsedText {
    return parseText(text, this.parseOptions.delimiter, this.fileHeader.lineEnd, isPart);
  }

  /** Returns a slice with rows in the template's column order, from rows as parsed from a text. */
  slice(
    parsed: string[][],
    text: string,
    firstRow: number,
    { isPlain, mayBeMisread }: TextFindings,
  ): RowSlice {
    const { headerRow = 1 } = this.parseOptions;
    const above = this.isNumbered ? Math.max(0, headerRow + 1 - firstRow) : 0;
    const rows = this.#templateRows.of(parsed, text, Math.min(parsed.length, above));
    return { firstRow, text, isPlain, mayBeMisread, rows, scanned: null };
  }

  /**
   * Returns the rows that end within plain bytes; null if they have to be parsed. `firstRow`: the
   * number of the first row, which begins with the first byte.
   */
  scan(bytes: Uint8Array<ArrayBuffer>, firstRow: number): ScannedRows | null {
    const { paddedWidth, fileHeader, parseOptions } = this;
    const { headerRow = 1, delimiter } = parseOptions;
    const isBelowHeader = !this.isNumbered || firstRow > headerRow;
    if (paddedWidth === null || !isBelowHeader) return null;
    if (fileHeader.lineEnd !== '\n' || this.#templateRows.isJoined) return null;
    this.#scanner ??= new RowScanner({
      delimiter,
      width: fileHeader.cells.length,
      decode: (cell) => this.#decode(cell),
    });
    return this.#scanner.scan(bytes, paddedWidth);
  }

  /** Returns a slice of the rows that were scanned last. */
  scannedSlice(rows: ScannedRows, firstRow: number, { isPlain, mayBeMisread }: TextFindings) {
    const decode = (first: number, end: number) =>
      this.#decode(rows.bytes.subarray(rows.starts[first], rows.starts[end]));
    const parse = (first: number, end: number) => {
      const text = decode(first, end);
      return this.#templateRows.of(this.parse(text, false).rows, text, 0);
    };
    const columnIndexes = this.#templateRows.columnIndexes ?? templateOrder;
    return {
      firstRow,
      isPlain,
      mayBeMisread,
      get text() {
        return decode(0, rows.length);
      },
      get rows() {
        return parse(0, rows.length);
      },
      scanned: { rows, columnIndexes, parse },
    };
  }

  #decode(bytes: Uint8Array): string {
    return makeDecoder(this.parseOptions.encoding).decode(bytes);
  }

  /** Parses the rows in bytes that begin at the start of a row and end at the end of a row. */
  sliceOfBytes(bytes: Uint8Array, firstRow: number): RowSlice {
    const text = this.#decode(bytes);
    const { rows } = this.parse(text, false);
    return this.slice(rows, text, firstRow, { isPlain: false, mayBeMisread: false });
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

  /**
   * Appends the slices of the part of the file that follows. `rows`: the number of rows before the
   * part, whose own rows are numbered as if it were the whole file.
   */
  append(part: readonly IndexedSlice[], rows: number): void {
    for (const { start, end, firstRow, rowAfter } of part)
      this.add({ start, end, firstRow: firstRow + rows, rowAfter: rowAfter + rows });
  }

  /** Returns all slices in order, for `append`. */
  all(): readonly IndexedSlice[] {
    return this.#slices;
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
