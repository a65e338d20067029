import { describe, expect, it } from 'vitest';

import { templateHeader } from '#contract/bulk-upload/lead-template.ts';
import { fixtureFile } from '#src/testing/fixture-files.ts';
import { ods, xlsx, zipped } from '#src/testing/workbook-parts.ts';

import { TableFile } from './table-file.ts';

const header = templateHeader.split(',').slice(0, 4);
const ada = ['Ada', 'Lovelace', 'Engines', '+61491570156'];

const row = (cells: readonly string[]) =>
  `<table:table-row>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`;

/** Returns a workbook with sheets, each given by its name and rows. */
function sheets(...named: readonly (readonly [string, ...(readonly string[])[]])[]): File {
  const tables = named.map(
    ([name, ...rows]) =>
      `<table:table table:name="${name}">${rows.map(row).join('')}</table:table>`,
  );
  return new File([ods(tables.join(''))], 'leads.ods');
}

async function read(file: File, sheet?: string) {
  const table = new TableFile(file);
  const { parseOptions } = await table.recognise(undefined, { sheet });
  const progress: number[] = [];
  const onProgress = ({ bytes }: { bytes: number }) => progress.push(bytes);
  const { csv, found } = await table.csvFile(
    parseOptions!,
    onProgress,
    new AbortController().signal,
  );
  const unread = { contentHash: 'of the CSV file', notices: [] };
  return { text: await csv.text(), ...found({ ...unread } as never), progress };
}

describe('the sheet that is read', () => {
  it('is the only one, without a question', async () => {
    const found = await new TableFile(sheets(['Leads', header, ada])).recognise();
    expect(found).toMatchObject({
      kind: 'open-document',
      parseOptions: { encoding: 'utf-8', delimiter: ',', sheet: 'Leads' },
      workbook: { sheet: 'Leads', sheets: ['Leads'] },
    });
    expect(found.notices[0]).toMatchObject({ kind: 'workbook', weight: 'info' });
  });

  it('is the one that names most columns, and which is not read is said', async () => {
    const file = sheets(['Prices', ['a', 'b']], ['Leads', header, ada], ['Empty']);
    const found = await new TableFile(file).recognise();
    expect(found.workbook).toEqual({ sheet: 'Leads', sheets: ['Prices', 'Leads'] });
    expect(found.notices[0]?.advice).toBe('Its sheet “Leads” is read; “Prices” is not.');
  });

  it('is asked about if another could be meant, and is then the one that was chosen', async () => {
    const file = sheets(['May', header, ada], ['June', header, ada]);
    const recognised = await new TableFile(file).recognise();
    expect(recognised.isExact).toBe(false);
    expect(recognised.notices[0]).toMatchObject({ weight: 'fix', action: 'Read “May”' });
    const chosen = await new TableFile(file).recognise(undefined, { sheet: 'June' });
    expect(chosen.workbook?.sheet).toBe('June');
    expect(chosen.notices[0]).toMatchObject({ weight: 'info' });
  });

  it('is an upload of its own', async () => {
    const file = sheets(['May', header, ada], ['June', header, ada]);
    const may = await read(file, 'May');
    const june = await read(file, 'June');
    expect(may.text).toBe(june.text);
    expect(may.contentHash).not.toBe(june.contentHash);
    expect((await read(file, 'May')).contentHash).toBe(may.contentHash);
    expect(Math.max(...may.progress)).toBeLessThanOrEqual(file.size);
  });

  it('is named with what a CSV file would not show', async () => {
    const { notices } = await read(fixtureFile('cells-openpyxl.xlsx'), 'Leads');
    expect(notices.map(({ title }) => title)).toEqual([
      'The sheet has 1 hidden row: read too.',
      'Cell B49 has a formula without a result, and is read as empty.',
    ]);
  });
});

it('merged cells of several rows are named, with what to do', async () => {
  const cells = (texts: readonly string[]) =>
    texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const rows = [header, ada, ['Grace', 'Hopper']].map((texts) => `<row>${cells(texts)}</row>`);
  const merged = '</sheetData><mergeCells><mergeCell ref="C2:C3"/></mergeCells><sheetData>';
  const file = new File([xlsx(rows.join('') + merged)], 'leads.xlsx');
  expect((await read(file)).notices).toMatchObject([
    {
      weight: 'warn',
      title: 'Cells C2:C3 are merged: only the first row has their text.',
      advice: expect.stringContaining('fill them down'),
    },
  ]);
});

describe('a file that is no workbook to be read', () => {
  it.each([
    ['photos.zip', 'This is a ZIP archive, not a CSV file or a workbook.'],
    ['letter.docx', 'This is a ZIP archive, not a CSV file or a workbook.'],
    ['books.xls', 'This is an old Excel workbook (.xls), which can’t be read directly.'],
    ['locked.docx', 'This workbook is protected with a password.'],
  ])('%s: %s', async (name, title) => {
    const found = await new TableFile(fixtureFile(name)).recognise();
    expect(found).toMatchObject({ parseOptions: null, notices: [{ weight: 'stop', title }] });
  });

  it.each([
    ['a binary workbook', { 'xl/workbook.bin': '' }, 'binary Excel workbook (.xlsb)'],
    ['a Numbers document', { 'Index/Document.iwa': '' }, 'Numbers document'],
    [
      'an OpenDocument spreadsheet with a password',
      { 'content.xml': '?', 'META-INF/manifest.xml': '<manifest:encryption-data/>' },
      'protected with a password',
    ],
  ])('%s', async (_, parts, message) => {
    const found = await new TableFile(new File([zipped(parts)], 'leads')).recognise();
    expect(found.notices).toMatchObject([
      { weight: 'stop', title: expect.stringContaining(message) },
    ]);
  });

  it('damage is named', async () => {
    const file = new File(['PK\u0003\u0004', 'x'.repeat(1_000)], 'leads.xlsx');
    const found = await new TableFile(file).recognise();
    expect(found.notices).toMatchObject([
      { weight: 'stop', title: expect.stringContaining('This workbook is damaged') },
    ]);
  });
});
