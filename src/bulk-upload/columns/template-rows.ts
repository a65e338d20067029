import { unguardCell } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { maxHeaderRow, type ParseOptions } from '#contract/bulk-upload/parse-options.ts';

import { headerKey } from './header-names.ts';
import { cellJoiner } from './joined-cells.ts';
import { matchColumns, presentColumns, type RememberedTargets } from './template-columns.ts';

/** A first row that names this many columns is the header, regardless of the rows below. */
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
 * header are titles, with fewer cells: below a row that is as full, it would be a row of data. If
 * none names columns, it is the first row whose cells look like names. A row that was chosen as the
 * header of an earlier file, or now (`chosen`, from 1), is the header.
 */
export function headerRowIn(
  rows: readonly (readonly string[])[],
  remembered: RememberedTargets,
  chosen?: number,
): HeaderRow {
  const first = rows.slice(0, maxHeaderRow);
  const known = chosen ?? first.findIndex((row) => remembered.has(headerRowKey(row))) + 1;
  const headerRow = known || findHeaderRow(first, remembered);
  const header = rows[headerRow - 1] ?? [];
  return { headerRow, rows, score: namedColumns(header, remembered) * 1_000 + header.length };
}

function findHeaderRow(rows: readonly (readonly string[])[], remembered: RememberedTargets) {
  let most = namedColumns(rows[0] ?? [], remembered);
  if (most >= minSureColumns) return 1;
  let headerRow = 1;
  let likeNames = looksLikeNames(rows[0] ?? []) ? 1 : undefined;
  let maxFilled = 0;
  for (const [at, row] of rows.entries()) {
    const filled = row.filter((cell) => cell.trim() !== '').length;
    if (filled <= maxFilled) continue;
    maxFilled = filled;
    if (looksLikeNames(row)) likeNames ??= at + 1;
    const named = namedColumns(row, remembered);
    if (named <= most || named < minLowerColumns) continue;
    headerRow = at + 1;
    most = named;
  }
  return most === 0 ? (likeNames ?? 1) : headerRow;
}

const nameLike = /^\p{L}[^\d@]{0,39}$/u;

/** Returns whether the cells of a row look like names of columns: words, and each another one. */
function looksLikeNames(row: readonly string[]): boolean {
  const filled = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return (
    filled.length >= minSureColumns &&
    filled.every((cell) => nameLike.test(cell)) &&
    new Set(filled).size === filled.length
  );
}

/** Max characters of the key of a header. */
const maxKeyLength = 100;

/** Returns the key that a row chosen as the header is remembered by. */
export function headerRowKey(row: readonly string[]): string {
  const names = shortenRow(row).map(headerKey).join(' ');
  return `row: ${names}`.slice(0, maxKeyLength).trim().toWellFormed();
}

/** The cells of a row that are shown where its header is chosen. */
const shownCells = 8;

/** Returns the first cells of a row, shortened. */
function shortenRow(row: readonly string[]): string[] {
  return row.slice(0, shownCells).map((cell) => cell.trim().slice(0, maxSampleLength));
}

/** Returns the rows that can be the header, as they are shown. */
export function possibleHeaders({ rows }: HeaderRow): string[][] {
  return rows.slice(0, maxHeaderRow).map(shortenRow);
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
  /** Returns the cells of a row in the template’s order; null if they are in that order. */
  readonly #join: ReturnType<typeof cellJoiner> | null;
  readonly #width: number;
  /**
   * The width of rows that a program padded with empty cells; the header's width if there are none.
   * Null until the first rows of the file tell. Nothing else of later rows depends on them.
   */
  #paddedWidth: number | null = null;

  /** `header`: the cells of the file's header. */
  constructor({ columns }: Pick<ParseOptions, 'columns'>, header: readonly string[]) {
    this.#width = header.length;
    this.#join = columns && cellJoiner(columns, header);
  }

  /**
   * Returns the rows in the template's column order, without the apostrophes that guard cells
   * against Excel. Each row is as wide as the template; a row with more cells than the header is
   * wider by the extra cells. Modifies `rows`.
   * `text`: the text the rows were parsed from. `above`: how many of the rows are not below the
   * header, and blank.
   */
  of(rows: string[][], text: string, above: number): string[][] {
    this.#paddedWidth ??= paddedWidth(above === 0 ? rows : rows.slice(above), this.#width);
    if (hasGuard(text)) for (const row of rows) unguard(row);
    for (const [at, row] of rows.entries())
      rows[at] = at < above ? templateColumns.map(() => '') : this.#toTemplate(row);
    return rows;
  }

  #toTemplate(row: string[]): string[] {
    if (row.length !== this.#width) this.#fit(row);
    if (this.#join === null) return row;
    const cells = this.#join(row);
    return row.length > this.#width ? [...cells, ...row.slice(this.#width)] : cells;
  }

  #fit(row: string[]): void {
    if (row.length === this.#paddedWidth || row.every((cell) => cell === ''))
      while (row.length > this.#width && row.at(-1) === '') row.pop();
    while (row.length < this.#width) row.push('');
  }
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
