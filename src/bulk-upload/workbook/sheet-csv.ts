import { csvLine } from '#contract/bulk-upload/csv-text.ts';

import { type RowReceiver, tooLarge } from './workbook.ts';

/** Characters after which the text so far becomes a part of the file. */
const partLength = 1024 * 1024;
/** Max characters of a sheet as CSV: all 1,048,576 rows with 2,000 characters each. */
const maxLength = 2 * 1024 ** 3;

/**
 * Writes the rows of a sheet as CSV. Blank rows above other rows are kept, so that each row has the
 * number that the spreadsheet shows.
 */
export class SheetCsv implements RowReceiver {
  readonly #parts: Blob[] = [];
  readonly #maxLength: number;
  #text = '';
  #length = 0;
  #nextRow = 1;

  /** `stopAt`: the number of characters after which no further rows are needed. */
  constructor(stopAt = Number.POSITIVE_INFINITY) {
    this.#maxLength = stopAt;
  }

  row(number: number, cells: string[]): boolean {
    const line = '\r\n'.repeat(Math.max(0, number - this.#nextRow)) + csvLine(filled(cells));
    this.#nextRow = Math.max(number, this.#nextRow) + 1;
    this.#text += line;
    this.#length += line.length;
    if (this.#length > maxLength) throw new Error(tooLarge);
    if (this.#text.length > partLength) this.#endPart();
    return this.#length < this.#maxLength;
  }

  /** Returns the rows so far, in UTF-8 without a byte-order mark. */
  file(): File {
    this.#endPart();
    return new File(this.#parts, 'sheet.csv', { type: 'text/csv;charset=utf-8' });
  }

  #endPart(): void {
    if (this.#text !== '') this.#parts.push(new Blob([this.#text]));
    this.#text = '';
  }
}

function filled(cells: string[]): string[] {
  for (let at = 0; at < cells.length; at += 1) cells[at] ??= '';
  return cells;
}
