import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import { templateColumns, templateHeader } from '#contract/bulk-upload/lead-template.ts';
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

/** Returns a row as a line of a CSV file in the template's form. */
export function rowLine(cells: Cells): string {
  return csvLine(templateColumns.map(({ name }) => cells[name] ?? ''));
}

function quotedLine(cells: Cells): string {
  const texts = templateColumns.map(({ name }) => (cells[name] ?? '').replaceAll('"', '""'));
  return `"${texts.join('","')}"\r\n`;
}

/** Returns a sheet as it lives in the worker, and functions that read a file into it. */
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
  return { sheet, readText, read, readQuoted };
}
