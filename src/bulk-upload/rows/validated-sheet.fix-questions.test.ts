import { describe, expect, it } from 'vitest';

import { type Cells, openTestSheet, validCells } from '#src/testing/test-sheet.ts';

const { sheet, readQuoted: read } = openTestSheet();
const good = validCells(1);

describe('cells that are ambiguous or lost', () => {
  it.each<[string, Cells]>([
    ['a year', { dateOfBirth: '2015' }],
    ['a year before 1900', { dateOfBirth: '14/03/0084' }],
    ['a year before 1900 as it should be written', { businessStartDate: '1899-12-31' }],
    ['a word before a date', { dateOfBirth: 'before 14 March 1984' }],
    ['the wrong weekday', { dateOfBirth: 'Monday, 14 March 1984' }],
    ['millions', { amountRequested: '1.5mil' }],
    ['a period', { amountRequested: '40 pcm' }],
    ['thousands that could be fifty', { amountRequested: '1,5k' }],
    ['a number of New York', { phone: '646-333-4444', 'businessAddress.country': 'NZ' }],
    ['a number of Leeds', { phone: '0113 496 0000', 'businessAddress.country': 'Australia' }],
  ])('%s is an error and nothing is suggested', async (_what, cells) => {
    const summary = await read({ ...good, ...cells });
    expect(summary).toMatchObject({ invalid: 1, issues: [{ cells: 1, fix: null }] });
  });

  const whichCountry = 'Which country are they from?';
  const nz = { 'businessAddress.country': 'New Zealand' };
  const twoCountries = {
    'businessAddress.country': 'Australia',
    'residentialAddress.country': 'New Zealand',
  };
  const cents = ['Drop the cents', 'Round to the nearest whole number'];

  it.each<[string, readonly Cells[], string, readonly string[]]>([
    [
      'the country, also where one alone fits',
      [{ phone: '0113 496 0000' }],
      whichCountry,
      ['United Kingdom (+44)'],
    ],
    [
      'the country of the partner’s own phone',
      [{ brokerContactNumber: '0412 345 678', ...nz }],
      whichCountry,
      ['Australia (+61)'],
    ],
    [
      'the country, where the addresses name two',
      [{ phone: '0412 345 678', ...twoCountries }],
      whichCountry,
      ['Australia (+61)'],
    ],
    [
      'the order, with what speaks for it',
      [{ dateOfBirth: '1/02/1990' }, { dateOfBirth: '14/03/1984' }],
      'Which comes first, the day or the month?',
      ['Day first, as in 1 other date', 'Month first'],
    ],
    [
      'what a number is that could be day, month and year',
      [{ dateOfBirth: '30755' }, { dateOfBirth: '43831' }],
      'What are these numbers?',
      ['Excel serial dates, as in 1 other date'],
    ],
    [
      'what becomes of cents',
      [{ amountRequested: '80,000.50' }],
      'What should happen to the cents?',
      cents,
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
    ['thousands, which the form offers too', { amountRequested: '£50k' }, '50000'],
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
    expect((await sheet.undo()).summary).toEqual({ ...summary, canRedo: true });
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
