import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

import { Zip, ZipDeflate, strToU8 } from 'fflate';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { leadRows } from './lead-file.ts';

const ending = '</sheetData></worksheet>';
const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The parts of the workbook besides its strings and its sheet. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${officeNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${namespace}" xmlns:r="${officeNamespace}"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${officeNamespace}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeNamespace}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${officeNamespace}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${namespace}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

const letters = templateColumns.map((_, index) =>
  index < 26
    ? String.fromCharCode(65 + index)
    : String.fromCharCode(64 + Math.floor(index / 26), 65 + (index % 26)),
);
const millisecondsInDay = 86_400_000;

/**
 * Writes the leads of `writeCsvFile` as a workbook, in the form in which Excel saves one: texts in
 * the table of shared strings, amounts as numbers, dates as days with a date format.
 */
export async function writeWorkbookFile(path: string, rows: number, seed = 1): Promise<void> {
  const file = createWriteStream(path);
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    file.write(bytes);
  });
  const add = (name: string) => {
    const entry = new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    return (text: string, isLast: boolean) => {
      entry.push(strToU8(text), isLast);
    };
  };
  for (const [name, text] of Object.entries(parts)) add(name)(xml + text, true);

  const strings = new Map<string, number>();
  const sheet = add('xl/worksheets/sheet1.xml');
  sheet(`${xml}<worksheet xmlns="${namespace}"><sheetData>`, false);
  sheet(
    rowXml(
      1,
      templateColumns.map(({ name }) => name),
      strings,
    ),
    false,
  );
  let number = 2;
  let text = '';
  for (const cells of leadRows(rows, seed)) {
    text += rowXml(number, cells, strings);
    number += 1;
    if (number % 1_000 === 0) {
      sheet(text, false);
      text = '';
      if (file.writableNeedDrain) await once(file, 'drain');
    }
  }
  sheet(text + ending, true);

  const table = add('xl/sharedStrings.xml');
  table(`${xml}<sst xmlns="${namespace}" uniqueCount="${strings.size}">`, false);
  const items = [...strings.keys()].map(
    (string) => `<si><t xml:space="preserve">${escaped(string)}</t></si>`,
  );
  for (let first = 0; first < items.length; first += 10_000)
    table(items.slice(first, first + 10_000).join(''), false);
  table('</sst>', true);
  zip.end();
  file.end();
  await once(file, 'finish');
}

function rowXml(row: number, cells: readonly string[], strings: Map<string, number>): string {
  const texts = cells.map((cell, index) => {
    if (cell === '') return '';
    const address = `r="${letters[index]}${row}"`;
    if (/^[1-9]\d{0,9}$|^0$/.test(cell)) return `<c ${address}><v>${cell}</v></c>`;
    if (/^\d{4}-\d\d-\d\d$/.test(cell)) {
      const day = Date.parse(cell) / millisecondsInDay + 25_569;
      return `<c ${address} s="1"><v>${day}</v></c>`;
    }
    const at = strings.get(cell) ?? strings.size;
    strings.set(cell, at);
    return `<c ${address} s="2" t="s"><v>${at}</v></c>`;
  });
  return `<row r="${row}" spans="1:${cells.length}">${texts.join('')}</row>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
