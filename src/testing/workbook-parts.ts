import { strToU8, zipSync } from 'fflate';
import Papa from 'papaparse';

import { openWorkbook } from '#src/bulk-upload/workbook/open-workbook.ts';
import { SheetCsv } from '#src/bulk-upload/workbook/sheet-csv.ts';
import type { SheetFindings } from '#src/bulk-upload/workbook/workbook.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';

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

/** Returns a workbook of several sheets, each given by its name and the texts of its rows. */
export function xlsxSheets(
  sheets: readonly (readonly [name: string, ...rows: readonly (readonly string[])[]])[],
): Uint8Array<ArrayBuffer> {
  const parts = sheets.map(([, ...rows], at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<worksheet xmlns="${main}"><sheetData>${rows.map((row) => `<row>${row.map(textCell).join('')}</row>`).join('')}</sheetData></worksheet>`,
  ]);
  const names = sheets.map(
    ([name], at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"/>`,
  );
  const targets = sheets.map(
    (_, at) =>
      `<Relationship Id="s${at}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return xlsx('', {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relationships}">${targets.join('')}</Relationships>`,
    ...Object.fromEntries(parts),
  });
}

const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

/** Returns a zip container of these files. */
export function zipped(files: Parts): Uint8Array<ArrayBuffer> {
  const bytes = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return new Uint8Array(zipSync(Object.fromEntries(bytes)));
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
