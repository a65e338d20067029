import { describe, expect, it } from 'vitest';

import { fixtureFile } from '#src/testing/fixture-files.ts';
import { sheetRows } from '#src/testing/workbook-parts.ts';

/** What a program wrote otherwise than the program before it, by the name of the cell. */
const writtenOtherwise: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'cells-openpyxl.xlsx': {},
  'cells-libreoffice.xlsx': { '16 digits': '9007199254740990', uncalculated: '2' },
  'cells-libreoffice.ods': {
    // LibreOffice has a day fewer before 1900-03-01 than Excel.
    '28 Feb 1900': '1900-02-27',
    euro: 'EUR 50000',
    uncalculated: '2',
  },
};

describe.each(Object.keys(writtenOtherwise))('%s', async (name) => {
  const { rows, findings } = await sheetRows(fixtureFile(name), 0);
  const cells = rows.slice(1).filter(([kind = '']) => kind !== '' && kind !== 'merged');

  it.each(cells)('%s: %j', (kind = '', text = '', expected = '') => {
    expect(text).toBe(writtenOtherwise[name]?.[kind] ?? expected);
  });

  it('has as many rows as in the spreadsheet, with blank and hidden ones', () => {
    expect(cells).toHaveLength(50);
    expect(rows).toHaveLength(54);
    expect(rows[49]).toEqual(['']);
    expect(rows[50]).toEqual(['']);
    expect(rows[52]).toEqual(['merged']);
    expect(findings.hiddenRows).toBe(1);
  });
});

it('a formula that no program has calculated is named', async () => {
  const { findings } = await sheetRows(fixtureFile('cells-openpyxl.xlsx'), 0);
  expect(findings).toMatchObject({ uncalculated: 1, firstUncalculated: 'B49' });
});

it('dates of a workbook that counts from 1904 are those that it shows', async () => {
  const { rows } = await sheetRows(fixtureFile('mac-1904.xlsx'), 0);
  expect(rows[1]).toEqual(['1984-03-14', '1984-03-14T10:30:00']);
});
