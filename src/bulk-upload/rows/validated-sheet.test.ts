import { expect, it } from 'vitest';

import { type Cells, openTestSheet, validCells } from '#src/testing/test-sheet.ts';

const { sheet, readQuoted: read, cellsIn } = openTestSheet();
const good = validCells(1);

it('rows are counted: ready, invalid and blank', async () => {
  const summary = await read(good, {}, { ...good, phone: '123' }, { notes: '  ' }, good);
  const counts = { read: 5, ready: 2, invalid: 1, blank: 2, leftOut: 0, submitted: 0 };
  expect(summary).toMatchObject(counts);
});

const notOneEmail = 'Enter one email address, for example name@company.com.';
const cashflow = 'Working Capital / Cashflow';

/** What is fixed, of which issue, the cell or cells, the answer, and what they become. */
it.each<[string, string, string | Cells, string | null, string | Cells]>([
  ['phones that lost their +', 'phone:phone-without-plus', '61412345678', 'AU', '+61412345678'],
  ['national phones', 'phone:phone-without-plus', '0412 345 678', 'AU', '+61412345678'],
  ['phones that lost their 0 too', 'phone:phone-without-plus', '412345678', 'AU', '+61412345678'],
  [
    'phones by the address of the row',
    'phone:phone-without-plus',
    { phone: '021 123 4567', 'businessAddress.country': 'New Zealand' },
    null,
    '+64211234567',
  ],
  ['amounts with commas', 'amountRequested:amount-signs', '50,000', null, '50000'],
  ['amounts with a sign', 'amountRequested:amount-signs', '$50,000.00', null, '50000'],
  ['amounts with cents', 'amountRequested:amount-cents', '$50,000.75', 'round', '50001'],
  ['amounts without their cents', 'amountRequested:amount-cents', '80,000.50', 'drop', '80000'],
  ['dates, day first', 'dateOfBirth:date-order', '1/02/1990', 'day-first', '1990-02-01'],
  ['dates, month first', 'dateOfBirth:date-order', '1/02/1990', 'month-first', '1990-01-02'],
  [
    'years of this century',
    'dateOfBirth:date-short-year',
    '14/03/15',
    'year-last 20',
    '2015-03-14',
  ],
  ['of the last century', 'dateOfBirth:date-short-year', '1/02/15', 'month-first 19', '1915-01-02'],
  ['dates in words', 'dateOfBirth:date-words', '14-Mar-1984', null, '1984-03-14'],
  ['dates as numbers', 'dateOfBirth:date-serial', '30755', 'serial', '1984-03-14'],
  ['TRUE', 'homeOwner:true-false', 'TRUE', null, 'Yes'],
  ['case and space', 'loanPurpose:choice-form', 'working  capital / CASHFLOW', null, cashflow],
  ['commas', 'suitableProducts:choice-form', 'loc, business loan', null, 'LOC;Business Loan'],
  ['an apostrophe', 'amountRequested:apostrophe', "'50000", null, '50000'],
  ['other spaces', 'loanPurpose:unseen', 'Working\u00A0Capital / Cashflow', null, cashflow],
  [
    'a full name',
    'lastName:full-name',
    { firstName: 'Anna Baker', lastName: '' },
    null,
    { firstName: 'Anna', lastName: 'Baker' },
  ],
  [
    'an email in brackets',
    `email:suggestion:${notOneEmail}`,
    'Casey <casey@kauri.test>',
    null,
    'casey@kauri.test',
  ],
])('%s (%s) are fixed on one click and come back on undo', async (_what, key, was, option, fix) => {
  const toCells = (one: string | Cells): Cells =>
    typeof one === 'string' ? { [key.split(':')[0]!]: one } : one;
  const [wrong, after] = [{ ...good, ...toCells(was) }, Object.entries(toCells(fix))];
  const before = await read(wrong, good);
  const issue = before.issues.find((one) => one.key === key);
  expect(issue).toMatchObject({ cells: 1, fix: { chosen: null, cells: 1 } });
  const fixed = await sheet.fix(key, option);
  expect(fixed.summary).toMatchObject({ ready: 2, invalid: 0 });
  expect(fixed.fixes).toEqual([{ issue: key, option: fixed.fixes[0]?.option ?? null }]);
  for (const [column, text] of after) expect((await cellsIn(column))[0]).toBe(text);
  expect((await sheet.batch(2, 1_000)).rows[0]).toContain(after[0]?.[1]);
  expect((await sheet.undo()).summary).toEqual({ ...before, canRedo: true });
  for (const [column] of after) expect((await cellsIn(column))[0]).toBe(wrong[column]);
});
