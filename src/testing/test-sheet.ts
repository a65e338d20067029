import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import {
  templateColumnIndex,
  templateColumns,
  templateHeader,
} from '#contract/bulk-upload/lead-template.ts';
import type { SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { ValidatedSheet } from '#src/bulk-upload/rows/validated-sheet.ts';

/** Cells of a row by the names of their columns. */
export type Cells = Readonly<Record<string, string>>;

export const validationContext = {
  partnerId: 'partner-1',
  contacts: [{ id: 'contact-1', name: 'Ada Marsh', email: 'ada@harbour.test' }],
};
export const utf8Options = { encoding: 'utf-8', delimiter: ',', columns: null } as const;

/** Returns the cells of a valid row; each number gives another client. */
export function validCells(n: number): Cells {
  return {
    firstName: 'Anna',
    lastName: 'Baker',
    companyName: `Kauri ${n}`,
    phone: `+6149157${String(n).padStart(4, '0')}`,
  };
}

/** Returns valid rows that have these texts in one column. */
export const rowsWith = (column: string, ...texts: readonly string[]): Cells[] =>
  texts.map((text, at) => ({ ...validCells(at), [column]: text }));

/** Returns a row as a line of a CSV file in the template's form. */
export function rowLine(cells: Cells): string {
  return csvLine(templateColumns.map(({ name }) => cells[name] ?? ''));
}

function quotedLine(cells: Cells): string {
  const texts = templateColumns.map(({ name }) => (cells[name] ?? '').replaceAll('"', '""'));
  return `"${texts.join('","')}"\r\n`;
}

/**
 * Returns a sheet as it lives in the worker, and functions that read a file into it. Each file
 * replaces the one before.
 */
export function openTestSheet() {
  const sheet = new ValidatedSheet();
  const readText = async (lines: string) => {
    await sheet.recognise(new File([`${templateHeader}\r\n${lines}`], 'leads.csv'));
    return sheet.read(utf8Options, validationContext, () => undefined);
  };
  const read = async (...rows: Cells[]): Promise<SheetSummary> =>
    (await readText(rows.map(rowLine).join(''))).summary;
  /** Reads rows with every cell in quotes. */
  const readQuoted = async (...rows: Cells[]): Promise<SheetSummary> =>
    (await readText(rows.map(quotedLine).join(''))).summary;
  /** Returns the cells of a column as they are now. */
  const cellsIn = async (column: string): Promise<(string | undefined)[]> => {
    const rows = await sheet.rows({ kind: 'all' }, 0, 100);
    return rows.map(({ cells }) => cells[templateColumnIndex(column)]);
  };
  return { sheet, readText, read, readQuoted, cellsIn };
}
