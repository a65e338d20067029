import { unguardCell } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { maxHeaderRow, type ParseOptions } from '#contract/bulk-upload/parse-options.ts';

import { cellJoiner, hasJoins } from './joined-cells.ts';
import { matchColumns, presentColumns, type RememberedTargets } from './template-columns.ts';

/** A first row that names as many columns is the header, whatever the rows below it name. */
const minSureColumns = 3;
/** A row below the first one is a header if it names at least this many columns. */
const minLowerColumns = 2;
/** Rows looked at below the header, for samples of its columns. */
const sampleRows = 10;
/** How many first rows of a file it takes to find the header, and samples of its columns. */
export const rowsForHeader = maxHeaderRow + sampleRows;

/** The first rows of a file, and which of them is the header. */
interface HeaderRow {
  /** The row of the header, from 1. */
  readonly headerRow: number;
  readonly rows: readonly (readonly string[])[];
  /** How well the header names columns: of two ways to separate cells, the better one. */
  readonly score: number;
}

/**
 * Finds the header in the first rows: the row that names most columns; on a tie, the first. Above a
 * header are titles, with fewer cells: below a row that is as full, it would be a row of data.
 */
export function headerRowIn(
  rows: readonly (readonly string[])[],
  remembered: RememberedTargets,
): HeaderRow {
  let headerRow = 1;
  let most = namedColumns(rows[0] ?? [], remembered);
  let maxFilled = 0;
  if (most < minSureColumns)
    for (const [at, row] of rows.slice(0, maxHeaderRow).entries()) {
      const named = namedColumns(row, remembered);
      const filled = filledCells(row);
      const isBelowTitles = filled > maxFilled;
      maxFilled = Math.max(maxFilled, filled);
      if (!isBelowTitles || named <= most || named < minLowerColumns) continue;
      headerRow = at + 1;
      most = named;
    }
  return { headerRow, rows, score: most * 1_000 + (rows[headerRow - 1]?.length ?? 0) };
}

function filledCells(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length;
}

/** Returns how many columns of the template a row names. */
function namedColumns(row: readonly string[], remembered: RememberedTargets): number {
  const targets = presentColumns(matchColumns(row, remembered)).map(({ column }) => column);
  return new Set(targets.filter((target) => target !== null)).size;
}

/** Max samples of a column, and max characters of each. */
const maxSamples = 3;
const maxSampleLength = 40;

/** Returns the first filled cells below the header, without repetitions, for each column. */
export function columnSamples({ rows, headerRow }: HeaderRow, columns: number): string[][] {
  const below = rows.slice(headerRow, headerRow + sampleRows);
  return Array.from({ length: columns }, (_, columnIndex) => {
    const cells = below.map((row) => (row[columnIndex] ?? '').trim().slice(0, maxSampleLength));
    return [...new Set(cells.filter((cell) => cell !== ''))].slice(0, maxSamples);
  });
}

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
