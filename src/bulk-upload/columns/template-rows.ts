import { unguardCell } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { ParseOptions } from '#contract/bulk-upload/parse-options.ts';

import { cellJoiner, hasJoins } from './joined-cells.ts';

/** Converts the rows of a file to rows of the template. */
export class TemplateRows {
  /**
   * The column index in the file of each template column, -1 for a missing one; null if the file
   * has the template's columns in order.
   */
  readonly columnIndexes: readonly number[] | null;
  /** Joins the cells of a row; null if no column of the template has several of the file. */
  readonly #join: ReturnType<typeof cellJoiner> | null;
  readonly #width: number;
  /**
   * The width of rows that a program padded with empty cells; the header's width if there are none.
   * Null until the first rows of the file tell. Nothing else of later rows depends on them.
   */
  paddedWidth: number | null = null;

  /** `header`: the cells of the file's header. */
  constructor({ columns }: Pick<ParseOptions, 'columns'>, header: readonly string[]) {
    this.#width = header.length;
    this.columnIndexes = columns && templateColumns.map(({ name }) => columns.indexOf(name));
    this.#join = columns && hasJoins(columns) ? cellJoiner(columns, header) : null;
  }

  /** Whether a column of the template has several of the file. */
  get isJoined(): boolean {
    return this.#join !== null;
  }

  /**
   * Returns the rows in the template's column order, without the apostrophes that guard cells
   * against Excel. Each row is as wide as the template; a row with more cells than the header is
   * wider by the extra cells. Modifies `rows`.
   * `text`: the text the rows were parsed from. `above`: how many of the rows are not below the
   * header, and blank.
   */
  of(rows: string[][], text: string, above: number): string[][] {
    this.paddedWidth ??= paddedWidth(above === 0 ? rows : rows.slice(above), this.#width);
    if (hasGuard(text)) for (const row of rows) unguard(row);
    for (const [at, row] of rows.entries()) {
      if (at < above) {
        rows[at] = blankRow();
        continue;
      }
      if (row.length !== this.#width) this.#fit(row);
      if (this.#join !== null) rows[at] = this.#withExtraCells(row, this.#join(row));
      else if (this.columnIndexes !== null) rows[at] = this.#inOrder(row, this.columnIndexes);
    }
    return rows;
  }

  #fit(row: string[]): void {
    if (row.length === this.paddedWidth || row.every((cell) => cell === ''))
      while (row.length > this.#width && row.at(-1) === '') row.pop();
    while (row.length < this.#width) row.push('');
  }

  #inOrder(row: readonly string[], columnIndexes: readonly number[]): string[] {
    const ordered = columnIndexes.map((columnIndex) => row[columnIndex] ?? '');
    return this.#withExtraCells(row, ordered);
  }

  #withExtraCells(row: readonly string[], ordered: string[]): string[] {
    return row.length > this.#width ? [...ordered, ...row.slice(this.#width)] : ordered;
  }
}

function blankRow(): string[] {
  return templateColumns.map(() => '');
}

/** Min number of rows that can't all have the same extra width by chance. */
const minPaddedRows = 10;

/**
 * Returns the width of rows that a program padded with commas: all of the first rows have it, and
 * only empty cells beyond the header. Returns the header's width otherwise: in a few rows an extra
 * comma means that a cell was split in two.
 */
function paddedWidth(rows: readonly (readonly string[])[], headerWidth: number): number {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const width = filled[0]?.length ?? headerWidth;
  const isPadded = (row: readonly string[]) =>
    row.length === width && row.slice(headerWidth).every((cell) => cell === '');
  return filled.length >= minPaddedRows && filled.every(isPadded) ? width : headerWidth;
}

const guarded = new Set('=+-@;\t\r');

/**
 * Returns whether any cell may be guarded: an apostrophe before a character that Excel would treat
 * as the start of a formula. Checks the text of a slice once instead of each cell.
 */
function hasGuard(text: string): boolean {
  for (let at = text.indexOf("'"); at !== -1; at = text.indexOf("'", at + 1)) {
    if (guarded.has(text[at + 1] ?? '') || text.charCodeAt(at + 1) > 0x7f) return true;
  }
  return false;
}

function unguard(row: string[]): void {
  for (const [at, cell] of row.entries()) row[at] = unguardCell(cell);
}
