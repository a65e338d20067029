import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import type { SampleFile } from './files.ts';

/** The cells of a row by column name; other columns stay empty. */
export type LeadCells = Readonly<Record<string, string>>;

/**
 * Returns a valid row: a different client for each number up to 80,000. Its phone number is one
 * reserved for fiction in the United States.
 */
export function leadCells(number: number, cells: LeadCells = {}): LeadCells {
  const area = 200 + Math.floor(number / 100);
  return {
    firstName: 'Noor',
    lastName: `Sample ${number}`,
    companyName: `Harbour Row ${number}`,
    phone: `+1${area}55501${String(number % 100).padStart(2, '0')}`,
    ...cells,
  };
}

/** Returns `count` valid rows, numbered from `from`. */
export function leadRows(count: number, from = 1): LeadCells[] {
  return Array.from({ length: count }, (_, index) => leadCells(from + index));
}

/** Returns the template's header and the rows as CSV, as a spreadsheet saves them. */
export function csvText(rows: readonly LeadCells[], delimiter = ','): string {
  const names = templateColumns.map(({ name }) => name);
  const lines = [names, ...rows.map((cells) => names.map((name) => cells[name] ?? ''))];
  return lines.map((line) => `${line.map(quoted).join(delimiter)}\r\n`).join('');
}

/** Returns a file like Excel's “CSV (comma delimited)” on a Western system. */
export function windows1252(name: string, rows: readonly LeadCells[]): SampleFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(csvText(rows), 'latin1') };
}

function quoted(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
