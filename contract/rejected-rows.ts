import { csvLine, guardCell } from './csv-text.ts';
import type { RowError } from './lead-rows.ts';
import { templateColumns } from './lead-template.ts';

/** A row that cannot be a lead. */
export interface RejectedRow {
  /** Its number in the file it came from. */
  readonly row: number;
  /** In the template's order; empty ones at the end can be left away, and a row with too many has more. null: no longer kept. */
  readonly cells: readonly string[] | null;
  readonly errors: readonly RowError[];
}

const places = new Map(templateColumns.map(({ name }, place) => [name, place]));

/** The template as a file: its header, which is also the first line of a file of rejected rows. */
export const templateLine = csvLine(templateColumns.map(({ name }) => name));

/** A row in the template's exact form. What stands beyond its columns is told by {@link reasonLines} alone. */
export function rejectedRowLine(cells: readonly string[]): string {
  return csvLine(templateColumns.map((column, place) => guardCell(column, cells[place] ?? '')));
}

/** The first line of the file that says, beside a file of rejected rows, what is wrong in it. */
export const reasonsHeader = csvLine([
  'Row',
  'Row in the uploaded file',
  'Column',
  'Cell',
  'What is wrong',
]);

/** What is wrong in a row, one line for each error; beside that of a whole row, what stands beyond its last column. `place`: its row number in the file of rejected rows; null: it is not in it. */
export function reasonLines({ row, cells, errors }: RejectedRow, place: number | null): string {
  const lines = errors.map(({ column, error }) => {
    const at = places.get(column);
    const cell =
      at === undefined
        ? guardCell(null, cells?.slice(templateColumns.length).join(', ') ?? '')
        : guardCell(templateColumns[at]!, cells?.[at] ?? '');
    return csvLine([String(place ?? ''), String(row), column, cell, guardCell(null, error)]);
  });
  return lines.join('');
}
