import { describe, expect, it } from 'vitest';

import { parseOptions } from '#contract/bulk-upload/parse-options.ts';
import { sheetRows, xlsx, xlsxParts, zipped } from '#src/testing/workbook-parts.ts';

import { withOwnNames } from './open-workbook.ts';

const named = (...names: string[]) =>
  withOwnNames(names.map((name) => ({ name, isHidden: false }))).map(({ name }) => name);

describe('the names of the sheets of a workbook', () => {
  it('stay as they are where a spreadsheet allows them', () => {
    const typical = ['Leads', 'leads', 'Leads (2)', ' June ', 'Māori', '🌲', 'x'.repeat(255)];
    expect(named(...typical)).toEqual(typical);
  });

  it('can be stored, and each is that of one sheet', () => {
    const odd = ['a\0b', '', '\uD800', 'x'.repeat(300), 'x'.repeat(400), `${'x'.repeat(254)}🌲`];
    const names = named(...odd, 'Leads', 'Leads', 'Leads (2)', 'Leads');
    expect(names.slice(0, 3)).toEqual(['a b', 'Sheet 2', '\uFFFD']);
    expect(names.slice(6)).toEqual(['Leads', 'Leads (2)', 'Leads (2) (2)', 'Leads (3)']);
    expect(new Set(names).size).toBe(names.length);
    const options = { encoding: 'utf-8', delimiter: ',', columns: null } as const;
    for (const sheet of names)
      expect(parseOptions.safeParse({ ...options, sheet }).success).toBe(true);
  });

  it('cost little processor time where thousands are equal', () => {
    const start = process.threadCpuUsage();
    expect(new Set(named(...Array.from({ length: 20_000 }, () => 'x'))).size).toBe(20_000);
    expect(process.threadCpuUsage(start).user).toBeLessThan(5_000_000);
  });
});

it('of two sheets with one name, each can be read', async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const book = xlsx('<row r="1"><c r="A1"><v>1</v></c></row>', {
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="Leads" r:id="b"/><sheet name="Leads" r:id="e"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="b" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="e" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
    'xl/worksheets/sheet2.xml':
      '<worksheet><sheetData><row r="1"><c r="A1"><v>2</v></c></row></sheetData></worksheet>',
  });
  const { sheets, rows } = await sheetRows(book, 1);
  expect([sheets, rows]).toEqual([['Leads', 'Leads (2)'], [['2']]]);
});

it('a workbook with more than 64 MB of formats is rejected, with what to do', async () => {
  const styles = new Uint8Array(65 * 1024 ** 2).fill(0x20);
  const book = zipped(xlsxParts('<row/>', { 'xl/styles.xml': styles }), 1);
  await expect(sheetRows(book)).rejects.toThrow(
    /formats of this workbook unpack to more than 64 MB/,
  );
});
