import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { templateHeader } from '#contract/bulk-upload/lead-template.ts';
import { ods, sheetRows, xlsx } from '#src/testing/workbook-parts.ts';

import { TableFile } from './table-file.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const x14 = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main';
const dated = '<row r="1"><c r="A1" s="1"><v>30755</v></c></row>';
const styles = (rest = '') => ({
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>${rest}</styleSheet>`,
});
const book = (inside: string, attributes = '') => ({
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"${attributes}>${inside}</workbook>`,
});
const leads = '<sheets><sheet name="Leads" sheetId="1" r:id="b"/></sheets>';

describe('extensions of an Excel workbook', () => {
  it.each(['x14', 'x15'])('do not change its dates: %s:workbookPr', async (prefix) => {
    const extension = `<extLst><ext xmlns:${prefix}="${x14}"><${prefix}:workbookPr defaultImageDpi="32767"/><${prefix}:sheets><${prefix}:sheet name="no"/></${prefix}:sheets></ext></extLst>`;
    const parts = book(`<workbookPr date1904="1"/>${leads}${extension}`);
    const { rows, sheets } = await sheetRows(xlsx(dated, { ...parts, ...styles() }));
    expect([sheets, rows]).toEqual([['Leads'], [['1988-03-15']]]);
  });

  it('do not change its formats, nor do those of conditions', async () => {
    const other = `<dxfs><dxf><numFmt numFmtId="164" formatCode="0.00"/></dxf></dxfs><extLst><ext xmlns:x14="${x14}"><x14:dxfs><dxf><numFmt numFmtId="164" formatCode="0.00"/></dxf></x14:dxfs></ext></extLst>`;
    expect((await sheetRows(xlsx(dated, styles(other)))).rows).toEqual([['1984-03-14']]);
  });

  it('have an alternative that is read instead', async () => {
    const choice = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="x15"><workbookPr date1904="1"/></mc:Choice><mc:Fallback><workbookPr/></mc:Fallback></mc:AlternateContent>`;
    const { rows } = await sheetRows(xlsx(dated, { ...book(choice + leads), ...styles() }));
    expect(rows).toEqual([['1984-03-14']]);
  });

  it('are none where the names have another prefix', async () => {
    const parts = {
      'xl/workbook.xml': `<a:workbook xmlns:a="${main}"><a:sheets><a:sheet name="Leads" q:id="b" id="x" xmlns:q="${office}"/></a:sheets></a:workbook>`,
    };
    expect((await sheetRows(xlsx(dated, parts))).rows).toEqual([['30755']]);
  });
});

describe('what an Excel workbook would not show', () => {
  it('is not read where it was left over beside another text', async () => {
    const cells = `<c t="inlineStr"><v>Old name</v><is><t>New name</t></is></c><c><v>7</v><is><t>Old</t></is></c>`;
    expect((await sheetRows(xlsx(`<row>${cells}</row>`))).rows).toEqual([['New name', '7']]);
  });

  it('is named: rows without height, columns without width, text of merged cells', async () => {
    const sheet = `<worksheet xmlns="${main}"><cols><col min="1" max="1" width="0"/></cols><sheetData><row ht="0" customHeight="1"><c><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:F1"/><mergeCell ref="C2:D4"/><mergeCell ref="C5:C6"/></mergeCells></worksheet>`;
    const { findings } = await sheetRows(xlsx('', { 'xl/worksheets/sheet1.xml': sheet }));
    expect(findings).toMatchObject({
      hiddenRows: 1,
      hasHiddenColumns: true,
      merged: 2,
      firstMerged: 'C2:D4',
    });
  });
});

it('in OpenDocument, formulas without a value, hidden rows and merged cells are named', async () => {
  const hidden = `<style:style style:name="ro2" style:family="table-row"><style:table-row-properties style:row-height="0cm"/></style:style>`;
  const tables = `<table:table table:name="Leads"><table:table-row table:style-name="ro2"><table:table-cell table:formula="of:=1+1"/><table:table-cell table:number-rows-spanned="3" office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row></table:table>`;
  const { findings } = await sheetRows(ods(tables, hidden));
  expect(findings).toMatchObject({
    hiddenRows: 1,
    uncalculated: 1,
    firstUncalculated: 'A1',
    merged: 1,
    firstMerged: 'B1:B3',
  });
});

it.each([0, 6] as const)('a wrong checksum is damage, compressed at level %i', async (level) => {
  const bytes = new Uint8Array(zipSync(unzipSync(xlsx(dated)), { level }));
  expect((await sheetRows(bytes)).rows).toEqual([['30755']]);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 4; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 16, 1, true);
  await expect(sheetRows(bytes)).rejects.toThrow('This workbook is damaged');
});

it('leads are found on a sheet after the 50th', async () => {
  const table = (name: string, cells: string[]) =>
    `<table:table table:name="${name}"><table:table-row>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row></table:table>`;
  const others = Array.from({ length: 55 }, (_, at) => table(`Notes ${at}`, ['x']));
  const file = new File(
    [ods(others.join('') + table('Leads', templateHeader.split(',')))],
    'leads.ods',
  );
  expect((await new TableFile(file).recognise()).workbook?.sheet).toBe('Leads');
});

it.each([
  ['<office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet">', '(.fods)'],
  ['<?mso-application progid="Excel.Sheet"?><Workbook>', 'XML spreadsheet of Excel 2003'],
  ['<html>', 'a web page'],
  ['<leads>', 'XML'],
])('XML is called what it is: %s', async (text, name) => {
  const file = new File([`<?xml version="1.0"?>\n${text}`], 'leads.xml');
  const { notices } = await new TableFile(file).recognise();
  expect(notices).toMatchObject([{ weight: 'stop', title: expect.stringContaining(name) }]);
});
