import { csvLine, guardCell } from './csv-text.ts';
import type { RowError } from './lead-rows.ts';
import { templateColumnIndex, templateColumns, templateColumnAt } from './lead-template.ts';

/** A row that cannot become a lead. */
export interface RejectedRow {
  /** Its row number in the uploaded file. */
  readonly row: number;
  /**
   * Cells in the template's order, or null if they are no longer stored. Trailing empty cells can
   * be omitted. A row with too many cells has more than the template has columns.
   */
  readonly cells: readonly string[] | null;
  readonly errors: readonly RowError[];
}

/** The header of the template as a CSV line. Also the first line of a file of rejected rows. */
export const templateLine = csvLine(templateColumns.map(({ name }) => name));

const contactIndex = templateColumnIndex('brokerRepId');

/**
 * Returns the cells with the contact chosen for rows that name none; unchanged if the row names one
 * or `contactId` is null.
 */
export function withContact(cells: readonly string[], contactId: string | null): readonly string[] {
  if (contactId === null || (cells[contactIndex] ?? '').trim() !== '') return cells;
  return Array.from({ length: Math.max(cells.length, contactIndex + 1) }, (_, index) =>
    index === contactIndex ? contactId : (cells[index] ?? ''),
  );
}

/**
 * Returns a row in the template's exact form. Only {@link reasonLines} shows the cells beyond the
 * template's columns.
 */
export function rejectedRowLine(cells: readonly string[]): string {
  return csvLine(templateColumns.map((column, index) => guardCell(column, cells[index] ?? '')));
}

/** The header of the file of reasons, which lists the errors of a file of rejected rows. */
export const reasonsHeader = csvLine([
  'Row',
  'Row in the uploaded file',
  'Column',
  'Cell',
  'Error',
]);

/**
 * Returns the errors of a row, one line each. The line of an error of the row as a whole shows the
 * cells beyond the template's last column.
 * @param lineNumber row number in the file of rejected rows; null if the row is not in that file
 */
export function reasonLines({ row, cells, errors }: RejectedRow, lineNumber: number | null) {
  const lines = errors.map(({ column, error }) => {
    const at = templateColumnIndex(column);
    const cell =
      at === -1
        ? guardCell(null, cells?.slice(templateColumns.length).join(', ') ?? '')
        : guardCell(templateColumnAt(at), cells?.[at] ?? '');
    return csvLine([String(lineNumber ?? ''), String(row), column, cell, guardCell(null, error)]);
  });
  return lines.join('');
}
