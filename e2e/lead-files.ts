import { strToU8, zipSync } from 'fflate';

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
  return inColumns(rows)
    .map((line) => `${line.map(quoted).join(delimiter)}\r\n`)
    .join('');
}

/** Returns a file like Excel's “CSV (comma delimited)” on a Western system. */
export function windows1252(name: string, rows: readonly LeadCells[]): SampleFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(csvText(rows), 'latin1') };
}

/** Returns the template's header and the rows as a workbook of Excel or of OpenDocument. */
export function spreadsheet(
  name: `${string}.xlsx` | `${string}.ods`,
  rows: readonly LeadCells[],
): SampleFile {
  const lines = inColumns(rows);
  const parts = name.endsWith('.ods') ? odsParts(lines) : xlsxParts(lines);
  const files = Object.entries(parts).map(([path, text]) => [path, strToU8(text)]);
  return { name, mimeType: '', buffer: Buffer.from(zipSync(Object.fromEntries(files))) };
}

function odsParts(rows: readonly string[][]): Readonly<Record<string, string>> {
  const content = rows.map(
    (row) =>
      `<table:table-row>${row.map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`,
  );
  const names = ['office', 'table', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  return {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content ${names.join(' ')}><office:body><office:spreadsheet><table:table table:name="Leads">${content.join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
  };
}

function xlsxParts(rows: readonly string[][]): Readonly<Record<string, string>> {
  const content = rows.map(
    (row) =>
      `<row>${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
  );
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relationships = (type: string, part: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${office}/${type}" Target="${part}"/></Relationships>`;
  return {
    '_rels/.rels': relationships('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Leads" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${content.join('')}</sheetData></worksheet>`,
  };
}

/** Returns the names of the template's columns, and the cells of each row below them. */
function inColumns(rows: readonly LeadCells[]): string[][] {
  const names = templateColumns.map(({ name }) => name);
  return [names, ...rows.map((cells) => names.map((name) => cells[name] ?? ''))];
}

function quoted(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
