import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';
import { TemplateRows } from '#src/bulk-upload/columns/template-rows.ts';

import type { ByteFindings } from './byte-scanner.ts';
import { decoderOf } from './encodings.ts';
import type { FileHeader } from './file-header.ts';
import { parseText, type ParsedText } from './parse-text.ts';

/** What is known of the text of a slice without a look at its cells. */
export type TextFindings = Pick<ByteFindings, 'isPlain' | 'mayBeMisread'>;

/** Consecutive rows of a file. */
export interface RowSlice extends TextFindings {
  /** The index of the slice in the file, from 0. */
  readonly slice: number;
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
  /** Whether rows are numbered as in the file: the rows down to its header are known by it. */
  isNumbered = true;
  readonly #templateRows: TemplateRows;

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
    slice: number,
    firstRow: number,
    { isPlain, mayBeMisread }: TextFindings,
  ): RowSlice {
    const { headerRow = 1 } = this.parseOptions;
    const above = this.isNumbered ? Math.max(0, headerRow + 1 - firstRow) : 0;
    const rows = this.#templateRows.of(parsed, text, Math.min(parsed.length, above));
    return { slice, firstRow, text, isPlain, mayBeMisread, rows };
  }

  /** Parses the rows in bytes that begin at the start of a row and end at the end of a row. */
  sliceOfBytes(bytes: Uint8Array, slice: number, firstRow: number): RowSlice {
    const text = decoderOf(this.parseOptions.encoding).decode(bytes);
    const { rows } = this.parse(text, false);
    return this.slice(rows, text, slice, firstRow, { isPlain: false, mayBeMisread: false });
  }
}
