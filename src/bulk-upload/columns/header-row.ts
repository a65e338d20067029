import { maxHeaderRow } from '#contract/bulk-upload/column-targets.ts';

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
export interface HeaderRow {
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
