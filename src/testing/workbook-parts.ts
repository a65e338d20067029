import { strToU8, zipSync } from 'fflate';
import Papa from 'papaparse';

import { openWorkbook } from '#src/bulk-upload/workbook/open-workbook.ts';
import { SheetCsv } from '#src/bulk-upload/workbook/sheet-csv.ts';
import type { SheetFindings } from '#src/bulk-upload/workbook/workbook.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';

const openDocument = ['office', 'style', 'table', 'text']
  .map((name) => ` xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join('');

type Parts = Readonly<Record<string, string | Uint8Array>>;

/** Returns a workbook of one sheet, with other or more parts than the usual ones if given. */
export function xlsx(sheetData: string, parts: Parts = {}): Uint8Array<ArrayBuffer> {
  return zipped(xlsxParts(sheetData, parts));
}

/** Returns the files in a workbook of one sheet. */
export function xlsxParts(sheetData: string, parts: Parts = {}): Parts {
  return {
    '_rels/.rels': `<Relationships xmlns="${relationships}"><Relationship Id="a" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Leads" sheetId="1" r:id="b"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relationships}"><Relationship Id="b" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="c" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="d" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"/>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`,
    ...parts,
  };
}

/** Returns an OpenDocument spreadsheet with these tables. */
export function ods(tables: string, styles = ''): Uint8Array<ArrayBuffer> {
  return zipped(openDocumentParts(tables, styles));
}

/** Returns the files in an OpenDocument spreadsheet. */
export function openDocumentParts(tables: string, styles = ''): Parts {
  return {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content${openDocument}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  };
}

/** Returns a zip container of these files, compressed at a level from 0 to 9. */
export function zipped(files: Parts, level: 0 | 1 | 6 = 6): Uint8Array<ArrayBuffer> {
  const bytes = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return new Uint8Array(zipSync(Object.fromEntries(bytes), { level }));
}

/** Reads the rows of a sheet, each up to its last cell with a text. */
export async function sheetRows(
  workbook: BlobPart,
  index = 0,
): Promise<{ rows: string[][]; findings: SheetFindings; sheets: string[] }> {
  const opened = await openWorkbook(new Blob([workbook]));
  if (typeof opened === 'string') throw new Error(opened);
  const csv = new SheetCsv();
  const findings = await opened.readSheet(index, csv);
  const text = (await csv.file().text()).replace(/\r\n$/, '');
  const { data } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' });
  return { rows: data, findings, sheets: opened.sheets.map(({ name }) => name) };
}
