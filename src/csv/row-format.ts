import type { ParseOptions } from '#contract/web/bulk-uploads.ts';

import { decoderOf } from './encodings.ts';
import type { FileHead } from './file-head.ts';
import { parseText, type ParsedText } from './parse-text.ts';
import { TemplateRows } from './template-rows.ts';

/** Some rows that follow each other. */
export interface RowSlice {
  /** Which slice of the file it is, from 0. */
  readonly slice: number;
  /** The number of its first row as Excel shows it: the header is 1. */
  readonly firstRow: number;
  /** What the rows were parsed from. Not to be kept. */
  readonly text: string;
  /** Whether it is known to hold nothing but plain characters and line ends (see `plainBytesOf`). */
  readonly isPlain: boolean;
  /** Whether its words need a look: some may be misread (see `misreadBytesOf`). */
  readonly mayBeMisread: boolean;
  /**
   * Every row in the template's order and as wide as it; one with more cells than the header is wider by those. A long cell that is kept
   * keeps the whole slice's text in memory.
   */
  readonly rows: readonly string[][];
}

/** How the rows of one file are read. */
export class RowFormat {
  readonly parseOptions: ParseOptions;
  readonly head: FileHead;
  readonly #templateRows: TemplateRows;

  constructor(parseOptions: ParseOptions, head: FileHead) {
    this.parseOptions = parseOptions;
    this.head = head;
    this.#templateRows = new TemplateRows(parseOptions.columns, head.header.length);
  }

  /** With `isPart` the last row is left unread: the text may go on within it. */
  parse(text: string, isPart: boolean): ParsedText {
    return parseText(text, this.parseOptions.delimiter, this.head.lineEnd, isPart);
  }

  /** Rows as parsed from a text, as rows of the template. */
  slice(
    parsed: string[][],
    text: string,
    slice: number,
    firstRow: number,
    known: Pick<RowSlice, 'isPlain' | 'mayBeMisread'>,
  ): RowSlice {
    const rows = this.#templateRows.of(parsed, text, firstRow);
    return { slice, firstRow, text, ...known, rows };
  }

  /** The rows that stand in some bytes from the start of a row to the end of one. */
  sliceOfBytes(bytes: Uint8Array, slice: number, firstRow: number): RowSlice {
    const text = decoderOf(this.parseOptions.encoding).decode(bytes);
    const { rows } = this.parse(text, false);
    return this.slice(rows, text, slice, firstRow, { isPlain: false, mayBeMisread: false });
  }
}
