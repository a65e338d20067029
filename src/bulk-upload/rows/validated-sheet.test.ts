import { beforeEach, describe, expect, it } from 'vitest';

import { templateColumns, templateHeader } from '#contract/bulk-upload/lead-template.ts';

import type { IssueGroup, Changed, SheetSummary } from './sheet.ts';
import { ValidatedSheet } from './validated-sheet.ts';

type Cells = Readonly<Record<string, string>>;

const good: Cells = {
  firstName: 'Zoë',
  lastName: 'Åström',
  companyName: 'Kauri Cafés',
  phone: '+61 491 570 156',
};
const context = { partnerId: 'partner-1', contactIds: ['contact-1'] };
const parseOptions = { encoding: 'utf-8', delimiter: ',', columns: null } as const;

const line = (cells: Cells) =>
  templateColumns.map(({ name }) => `"${(cells[name] ?? '').replaceAll('"', '""')}"`).join(',');
const fileOf = (...rows: Cells[]) =>
  new File([[templateHeader, ...rows.map(line)].join('\r\n'), '\r\n'], 'leads.csv');

let sheet: ValidatedSheet;
const read = async (...rows: Cells[]): Promise<SheetSummary> => {
  await sheet.recognise(fileOf(...rows));
  const { summary } = await sheet.read(parseOptions, context, () => undefined);
  return summary;
};
const cellsOf = async (row: number, ...columns: string[]) => {
  const [shown] = await sheet.rows({ kind: 'row', row }, 0, 1);
  return columns.map(
    (column) => shown?.cells[templateColumns.findIndex(({ name }) => name === column)],
  );
};
const issueOf = ({ issues }: { issues: readonly IssueGroup[] }, key: string) =>
  issues.find((issue) => issue.key === key);
const summaryOf = ({ summary }: Changed) => summary;

beforeEach(() => {
  sheet = new ValidatedSheet();
});

describe('the rows', () => {
  it('are counted: ready, invalid and blank', async () => {
    const summary = await read(good, {}, { ...good, phone: '123' }, { notes: '  ' }, good);
    expect(summary).toMatchObject({
      read: 5,
      ready: 2,
      invalid: 1,
      blank: 2,
      leftOut: 0,
      submitted: 0,
    });
  });

  it.each<[string, Cells, string, string | null, Cells]>([
    [
      'phones that lost their +',
      { phone: '61412345678' },
      'phone:phone-without-plus',
      'AU',
      { phone: '+61412345678' },
    ],
    [
      'national phones',
      { phone: '0412 345 678' },
      'phone:phone-without-plus',
      'AU',
      { phone: '+61412345678' },
    ],
    [
      'phones that lost their 0 too',
      { phone: '412345678' },
      'phone:phone-without-plus',
      'AU',
      { phone: '+61412345678' },
    ],
    [
      'phones by the address of the row',
      { phone: '021 123 4567', 'businessAddress.country': 'New Zealand' },
      'phone:phone-without-plus',
      null,
      { phone: '+64211234567' },
    ],
    [
      'amounts with commas',
      { amountRequested: '50,000' },
      'amountRequested:amount-signs',
      null,
      { amountRequested: '50000' },
    ],
    [
      'amounts with a sign',
      { amountRequested: '$50,000.00' },
      'amountRequested:amount-signs',
      null,
      { amountRequested: '50000' },
    ],
    [
      'amounts with cents',
      { amountRequested: '$50,000.75' },
      'amountRequested:amount-cents',
      'round',
      { amountRequested: '50001' },
    ],
    [
      'amounts without their cents',
      { amountRequested: '80,000.50' },
      'amountRequested:amount-cents',
      'drop',
      { amountRequested: '80000' },
    ],
    [
      'dates, day first',
      { dateOfBirth: '1/02/1990' },
      'dateOfBirth:date-order',
      'day-first',
      { dateOfBirth: '1990-02-01' },
    ],
    [
      'dates, month first',
      { dateOfBirth: '1/02/1990' },
      'dateOfBirth:date-order',
      'month-first',
      { dateOfBirth: '1990-01-02' },
    ],
    [
      'dates of two digits a year, of this century',
      { dateOfBirth: '14/03/15' },
      'dateOfBirth:date-short-year',
      '20',
      { dateOfBirth: '2015-03-14' },
    ],
    [
      'dates of two digits a year, month first and of the last century',
      { dateOfBirth: '1/02/15' },
      'dateOfBirth:date-short-year',
      'month-first 19',
      { dateOfBirth: '1915-01-02' },
    ],
    [
      'dates in words',
      { dateOfBirth: '14-Mar-1984' },
      'dateOfBirth:date-words',
      null,
      { dateOfBirth: '1984-03-14' },
    ],
    [
      'dates as numbers',
      { dateOfBirth: '30755' },
      'dateOfBirth:date-serial',
      'serial',
      { dateOfBirth: '1984-03-14' },
    ],
    ['TRUE', { homeOwner: 'TRUE' }, 'homeOwner:true-false', null, { homeOwner: 'Yes' }],
    [
      'choices by case and space',
      { loanPurpose: 'working  capital / CASHFLOW' },
      'loanPurpose:choice-form',
      null,
      { loanPurpose: 'Working Capital / Cashflow' },
    ],
    [
      'products with commas',
      { suitableProducts: 'loc, business loan' },
      'suitableProducts:choice-form',
      null,
      { suitableProducts: 'LOC;Business Loan' },
    ],
    [
      'an apostrophe',
      { amountRequested: "'50000" },
      'amountRequested:apostrophe',
      null,
      { amountRequested: '50000' },
    ],
    [
      'a non-breaking space',
      { loanPurpose: 'Working\u00A0Capital / Cashflow' },
      'loanPurpose:unseen',
      null,
      { loanPurpose: 'Working Capital / Cashflow' },
    ],
    [
      'a full name',
      { firstName: 'Anna Baker', lastName: '' },
      'lastName:full-name',
      null,
      { firstName: 'Anna', lastName: 'Baker' },
    ],
    [
      'an email in brackets',
      { email: 'Casey <casey@kauri.test>' },
      'email:suggestion:Enter one email address, for example name@company.com.',
      null,
      { email: 'casey@kauri.test' },
    ],
  ])(
    '%s are fixed on one click and come back on undo',
    async (_what, cells, key, option, after) => {
      const wrong = { ...good, ...cells };
      const before = await read(wrong, good);
      expect(issueOf(before, key)).toMatchObject({
        cells: 1,
        firstRow: 2,
        fix: { chosen: null, cells: 1 },
      });
      const fixed = await sheet.fix(key, option);
      expect(fixed.summary).toMatchObject({ ready: 2, invalid: 0 });
      expect(fixed.fixes).toEqual([{ issue: key, option: fixed.fixes[0]?.option ?? null }]);
      expect(await cellsOf(2, ...Object.keys(after))).toEqual(Object.values(after));
      expect((await sheet.batch(2, 1_000)).rows[0]).toContain(Object.values(after)[0]);
      expect(summaryOf(await sheet.undo())).toEqual({ ...before, canRedo: true });
      expect(await cellsOf(2, ...Object.keys(after))).toEqual(
        Object.keys(after).map((name) => wrong[name]),
      );
    },
  );

  it.each<[string, Cells]>([
    ['a year', { dateOfBirth: '2015' }],
    ['a year before 1900', { dateOfBirth: '14/03/0084' }],
    ['a year before 1900 as it should be written', { businessStartDate: '1899-12-31' }],
    ['a word before a date', { dateOfBirth: 'before 14 March 1984' }],
    ['the wrong weekday', { dateOfBirth: 'Monday, 14 March 1984' }],
    ['millions', { amountRequested: '1.5mil' }],
    ['a period', { amountRequested: '40 pcm' }],
    ['thousands', { amountRequested: '50k' }],
    ['a number of New York', { phone: '646-333-4444', 'businessAddress.country': 'NZ' }],
    ['a number of Leeds', { phone: '0113 496 0000', 'businessAddress.country': 'Australia' }],
  ])('%s is an error and nothing is suggested', async (_what, cells) => {
    const summary = await read({ ...good, ...cells });
    expect(summary).toMatchObject({ invalid: 1, issues: [{ cells: 1, fix: null }] });
  });

  it.each<[string, readonly Cells[], string, readonly string[]]>([
    [
      'the country, also where one alone fits',
      [{ phone: '0113 496 0000' }],
      'Which country are they from?',
      ['United Kingdom (+44)'],
    ],
    [
      'the country of the partner’s own phone',
      [{ brokerContactNumber: '0412 345 678', 'businessAddress.country': 'New Zealand' }],
      'Which country are they from?',
      ['Australia (+61)'],
    ],
    [
      'the country, where the addresses name two',
      [
        {
          phone: '0412 345 678',
          'businessAddress.country': 'Australia',
          'residentialAddress.country': 'New Zealand',
        },
      ],
      'Which country are they from?',
      ['Australia (+61)'],
    ],
    [
      'the order, with what speaks for it',
      [{ dateOfBirth: '1/02/1990' }, { dateOfBirth: '14/03/1984' }],
      'Which comes first, the day or the month?',
      ['Day first: 1 of the cells can only be read this way', 'Month first'],
    ],
    [
      'what a number is that could be day, month and year',
      [{ dateOfBirth: '30755' }, { dateOfBirth: '43831' }],
      'What are these numbers?',
      ['Excel serial dates: 1 of the cells can only be read this way'],
    ],
    [
      'what becomes of cents',
      [{ amountRequested: '80,000.50' }],
      'What should happen to the cents?',
      ['Drop the cents', 'Round to the nearest whole number'],
    ],
  ])('asks %s', async (_what, rows, question, labels) => {
    const { issues } = await read(...rows.map((cells) => ({ ...good, ...cells })));
    expect(issues).toHaveLength(1);
    expect(issues[0]?.fix?.question).toBe(question);
    expect(issues[0]?.fix?.options.map(({ label }) => label)).toEqual(labels);
  });

  it.each<[string, Cells, string]>([
    ['one possible day', { dateOfBirth: '14/03/1984' }, '1984-03-14'],
    ['one possible century', { dateOfBirth: '14/03/84' }, '1984-03-14'],
    ['the right weekday', { dateOfBirth: 'Wednesday, 14 March 1984' }, '1984-03-14'],
    ['a number of a day that is nothing else', { dateOfBirth: '43831' }, '2020-01-01'],
  ])('asks nothing about %s', async (_what, cells, day) => {
    const { issues } = await read({ ...good, ...cells });
    expect(issues).toMatchObject([
      { fix: { question: null, options: [{ examples: [{ after: day }] }] } },
    ]);
  });

  it.each<[Cells, string]>([
    [{ phone: '6.14E+10' }, 'phone:exponent'],
    [{ amountRequested: '5E+04' }, 'amountRequested:exponent'],
    [{ dateOfBirth: '#######' }, 'dateOfBirth:hashes'],
  ])('%o is said to be lost and not guessed', async (cells, key) => {
    const summary = await read({ ...good, ...cells });
    expect(summary).toMatchObject({ invalid: 1, issues: [{ key, cells: 1, fix: null }] });
    const [shown] = await sheet.rows({ kind: 'all' }, 0, 1);
    expect(Object.values(shown!.errors)).toEqual([
      expect.stringMatching(/lost\. Enter it again\./),
    ]);
  });

  it('each answer to a question shows what it would make of the cells', async () => {
    const { issues } = await read({ ...good, dateOfBirth: '1/02/1990' });
    const examples = issues[0]?.fix?.options.map((option) => option.examples);
    const cell = { row: 2, before: '1/02/1990' };
    expect(examples).toEqual([
      [{ ...cell, after: '1990-02-01' }],
      [{ ...cell, after: '1990-01-02' }],
    ]);
  });

  it.each([
    [{ dateOfBirth: '2990-01-31' }, 'This date is in the future.'],
    [{ dateOfBirth: '1990-02-30' }, 'This date doesn’t exist.'],
    [{ amountRequested: '-5000' }, 'Use a number of 0 or more.'],
  ])('%o is well written, and said to be wrong for what it says', async (cells, advice) => {
    const { issues } = await read({ ...good, ...cells });
    expect(issues).toMatchObject([{ advice, fix: null }]);
    expect(issues[0]?.title).not.toMatch(/written|whole/);
  });

  it('a number of a text column starts with an apostrophe is pointed out, and fixed on one click', async () => {
    const summary = await read({ ...good, abn: "'51824753556", lastName: "'t Hooft" });
    expect(summary).toMatchObject({ ready: 1, invalid: 0 });
    expect(summary.issues).toMatchObject([{ key: 'abn:apostrophe', cells: 1, fix: { cells: 1 } }]);
    const fixed = await sheet.fix('abn:apostrophe', null);
    expect(fixed.summary).toMatchObject({ ready: 1, invalid: 0 });
    expect((await sheet.batch(2, 1)).rows[0]).toContain('51824753556');
    expect(summaryOf(await sheet.undo())).toEqual({ ...summary, canRedo: true });
  });

  it('a spoiled business number is pointed out and not rejected', async () => {
    const summary = await read({ ...good, abn: '5.18E+10' });
    expect(summary).toMatchObject({
      ready: 1,
      invalid: 0,
      issues: [{ key: 'abn:exponent', cells: 1 }],
    });
  });
});
