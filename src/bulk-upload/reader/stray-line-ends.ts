import type { Delimiter } from '#contract/bulk-upload/parse-options.ts';
import { count } from '#src/lib/numbers.ts';

import { closingQuote, type LineEnd } from './parse-text.ts';
import type { FileNotice } from './recognition.ts';
import type { RowFormat, RowSlice } from './row-format.ts';

/** The stray line ends of a part of a file: how many, and the row of the first. */
export interface LineEndFindings {
  readonly count: number;
  readonly firstRow: number;
}

/**
 * Counts line breaks outside quotes that don't end a row of the file: a carriage return alone where
 * rows end with a line feed, or a line feed where they end with a carriage return. The rows on both
 * sides of it are read as one.
 */
export class StrayLineEnds {
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
        action: null,
        parseOptions: null,
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
