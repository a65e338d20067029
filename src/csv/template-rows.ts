import { unguardCell } from '#contract/csv-text.ts';
import { templateColumns } from '#contract/lead-template.ts';
import type { ParseOptions } from '#contract/web/bulk-uploads.ts';

/** What makes template rows of a file's rows. */
export class TemplateRows {
  /** The place in the file of each template column, -1 for one that is missing; null: they stand as in the template. */
  readonly #places: readonly number[] | null;
  readonly #width: number;
  /** How many cells a row has that is as wide as the header but for empty cells after it. */
  #endedWidth: number;

  /** `headerWidth`: how many cells the file's header has. */
  constructor(columns: ParseOptions['columns'], headerWidth: number) {
    this.#width = headerWidth;
    this.#endedWidth = headerWidth;
    this.#places = columns && templateColumns.map(({ name }) => columns.indexOf(name));
  }

  /**
   * The rows in the template's order, without the apostrophes that guard cells against Excel. Each is as wide as the template; one that
   * has more cells than the header is wider by those. Changes `rows`. `text` is what they were parsed from, `firstRow` the number of the
   * first.
   */
  of(rows: string[][], text: string, firstRow: number): string[][] {
    if (firstRow === 2) this.#endedWidth = endedWidth(rows, this.#width);
    for (const [at, row] of rows.entries()) {
      if (row.length !== this.#width) this.#fit(row);
      if (this.#places !== null) rows[at] = this.#inOrder(row, this.#places);
    }
    if (hasGuard(text)) for (const row of rows) unguard(row);
    return rows;
  }

  #fit(row: string[]): void {
    if (row.length === this.#endedWidth || row.every((cell) => cell === ''))
      while (row.length > this.#width && row.at(-1) === '') row.pop();
    while (row.length < this.#width) row.push('');
  }

  #inOrder(row: readonly string[], places: readonly number[]): string[] {
    const ordered = places.map((place) => row[place] ?? '');
    return row.length > this.#width ? [...ordered, ...row.slice(this.#width)] : ordered;
  }
}

/** So many rows are not cut in two alike by chance. */
const enoughRows = 10;

/**
 * How wide rows are that some program ended with commas: as all of the first rows are, with nothing beyond the header. In a few rows one
 * more comma means that a cell was cut in two.
 */
function endedWidth(rows: readonly (readonly string[])[], headerWidth: number): number {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const width = filled[0]?.length ?? headerWidth;
  const isEnded = (row: readonly string[]) =>
    row.length === width && row.slice(headerWidth).every((cell) => cell === '');
  return filled.length >= enoughRows && filled.every(isEnded) ? width : headerWidth;
}

const guarded = new Set('=+-@\t\r');

/** Whether any cell may be guarded: an apostrophe before a character that Excel would take for a formula. One look at a slice instead of one at each of its cells. */
function hasGuard(text: string): boolean {
  for (let at = text.indexOf("'"); at !== -1; at = text.indexOf("'", at + 1)) {
    if (guarded.has(text[at + 1] ?? '')) return true;
  }
  return false;
}

function unguard(row: string[]): void {
  for (const [at, cell] of row.entries()) row[at] = unguardCell(cell);
}
