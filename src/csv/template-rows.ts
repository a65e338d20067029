import { unguardCell } from '#contract/csv-text.ts';
import { templateColumns } from '#contract/lead-template.ts';
import type { Reading } from '#contract/web/bulk-uploads.ts';

/** A row whose cells are not as many as the header's: more, or fewer. Empty ones count, unless the first row ends with as many. */
export interface Misfit {
  readonly row: number;
  readonly cells: number;
}

const width = templateColumns.length;

/** What makes template rows of a file's rows. */
export class TemplateRows {
  /** The place in the file of each template column, -1 for one that is missing; null: they stand as in the template. */
  readonly #places: readonly number[] | null;
  readonly #width: number;
  /** How many cells the first row of the file has. */
  #usualWidth = width;

  /** `headerWidth`: how many cells the file's header has. */
  constructor(columns: Reading['columns'], headerWidth: number) {
    this.#width = headerWidth;
    this.#places = columns && templateColumns.map(({ name }) => columns.indexOf(name));
  }

  /**
   * The rows in the template's order, each exactly as wide as the template, without the apostrophes that guard cells against Excel.
   * Changes `rows`. `text` is what they were parsed from, `firstRow` the number of the first.
   */
  of(rows: string[][], text: string, firstRow: number): { rows: string[][]; misfits: Misfit[] } {
    const misfits: Misfit[] = [];
    if (firstRow === 2) this.#usualWidth = rows[0]?.length ?? this.#width;
    for (const [at, row] of rows.entries()) {
      if (row.length !== this.#width) this.#fit(row, firstRow + at, misfits);
      if (this.#places !== null) rows[at] = this.#places.map((place) => row[place] ?? '');
    }
    if (hasGuard(text)) for (const row of rows) unguard(row);
    return { rows, misfits };
  }

  #fit(row: string[], number: number, misfits: Misfit[]): void {
    // Some programs end each line with commas; in a single line one more comma means that a cell was cut in two.
    const isBlank = row.every((cell) => cell === '');
    if (isBlank || row.length === this.#usualWidth)
      while (row.length > this.#width && row.at(-1) === '') row.pop();
    if (!isBlank && row.length !== this.#width) misfits.push({ row: number, cells: row.length });
    while (row.length < this.#width) row.push('');
    if (this.#places === null) row.length = width;
  }
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
