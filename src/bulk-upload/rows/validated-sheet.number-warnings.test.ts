import { describe, expect, it } from 'vitest';

import { businessNumberNames, businessNumbers } from '#contract/v1/business-numbers.ts';
import { type Cells, openTestSheet, validCells } from '#src/testing/test-sheet.ts';

const { sheet, read, readQuoted } = openTestSheet();

const readEach = (...rows: Cells[]) =>
  read(...rows.map((cells, at) => ({ ...validCells(at), ...cells })));

describe('a business number', () => {
  it.each<[Cells, string]>([
    [{ abn: '51 824 753 565' }, 'ABN has wrong check digits'],
    [{ abn: '5182475355' }, 'ABN is not in the usual form'],
    [{ acn: '040 085 616' }, 'ACN has wrong check digits'],
    [{ nzbn: '9429000106087' }, 'NZBN has wrong check digits'],
    [{ uen: '197401143D' }, 'UEN has wrong check digits'],
    [{ crn: 'ABC' }, 'CRN is not in the usual form'],
  ])('%o is pointed out with the form’s words, and can be submitted', async (cells, title) => {
    for (const readRows of [read, readQuoted]) {
      const summary = await readRows({ ...validCells(1), ...cells });
      expect(summary).toMatchObject({ ready: 1, invalid: 0 });
      const [check] = businessNumberNames.flatMap((name) =>
        cells[name] === undefined ? [] : businessNumbers[name].check(cells[name]),
      );
      const warning = check && 'warning' in check ? check.warning : '';
      expect(summary.issues).toMatchObject([
        { title, advice: `${warning} The rows can be submitted as they are.`, fix: null },
      ]);
    }
  });

  it('that is right is no issue', async () => {
    const { issues } = await readEach(
      { abn: '51824753556', acn: '004 085 616', nzbn: '9429000106078' },
      { crn: 'SC123456', uen: 'T01FC6132D', abn: '' },
    );
    expect(issues).toEqual([]);
  });

  it('without zeros at its start gets them back, which is asked first', async () => {
    const { issues, ready } = await readEach({ crn: '123456' }, { acn: '4085616' });
    expect(ready).toBe(2);
    const question = 'Did these numbers lose zeros at the start?';
    expect(issues).toMatchObject([
      {
        key: 'acn:lost-zeros',
        fix: { question, options: [{ examples: [{ after: '004085616' }] }] },
      },
      {
        key: 'crn:lost-zeros',
        fix: { question, options: [{ examples: [{ after: '00123456' }] }] },
      },
    ]);
    const { summary } = await sheet.fix('crn:lost-zeros', 'zeros');
    expect(summary.issues).toMatchObject([{ cells: 1 }, { cells: 0 }]);
    expect((await sheet.batch(2, 1)).rows[0]).toContain('00123456');
  });

  it('still identifies duplicates, and is pointed out in an edited cell', async () => {
    const { duplicateRows } = await readEach({ abn: '11111111111' }, { abn: '11 111 111 111' });
    expect(duplicateRows).toBe(1);
    const { summary } = await sheet.edit([{ row: 3, column: 'abn', text: '51824753565' }]);
    expect(summary).toMatchObject({ duplicateRows: 0, issues: [{ cells: 2 }] });
  });
});

describe('a postcode', () => {
  it.each<[string, string, string | undefined]>([
    ['Australia', '800', '0800'],
    ['AU', '200', '0200'],
    ['Australia', '2000', undefined],
    ['Australia', '300', undefined],
    ['New Zealand', '610', '0610'],
    ['New Zealand', '6011', undefined],
    ['Singapore', '18989', '018989'],
    ['USA', '2139', '02139'],
    ['United States', '601', '00601'],
    ['US', '10001', undefined],
    ['Germany', '1067', '01067'],
    ['', '800', undefined],
    ['Kenya', '800', undefined],
  ])('of %s, %s is %s once the zeros are put back', async (country, zipCode, full) => {
    const cells = { 'businessAddress.country': country, 'businessAddress.zipCode': zipCode };
    const { issues, ready } = await readEach(cells);
    expect(ready).toBe(1);
    expect(issues.flatMap(({ fix }) => fix?.options[0]?.examples[0]?.after ?? [])).toEqual(
      full === undefined ? [] : [full],
    );
  });

  it('is read with the country of its own address', async () => {
    const { issues } = await readEach(
      { 'businessAddress.country': 'USA', 'tradingAddress.zipCode': '2139' },
      { 'businessAddress.country': 'USA', 'businessAddress.zipCode': '2139' },
    );
    expect(issues).toMatchObject([
      {
        key: 'businessAddress.zipCode:lost-zeros',
        title: 'Business address: Postcode may have lost zeros at the start',
        cells: 1,
        fix: { question: 'Did these numbers lose zeros at the start?' },
      },
    ]);
  });
});
