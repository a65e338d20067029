import { beforeEach, describe, expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { IssueGroup } from '#src/bulk-upload/fixes/issue-group.ts';
import { type Cells, openTestSheet } from '#src/testing/test-sheet.ts';

import type { Changed } from './sheet.ts';

const good: Cells = {
  firstName: 'Zoë',
  lastName: 'Åström',
  companyName: 'Kauri Cafés',
  phone: '+61 491 570 156',
};

let sheet: ReturnType<typeof openTestSheet>['sheet'];
let read: ReturnType<typeof openTestSheet>['readQuoted'];
const cellsOf = async (row: number, ...columns: string[]) => {
  const [shown] = await sheet.rows({ kind: 'all' }, row - 2, 1);
  return columns.map(
    (column) => shown?.cells[templateColumns.findIndex(({ name }) => name === column)],
  );
};
const issueOf = ({ issues }: { issues: readonly IssueGroup[] }, key: string) =>
  issues.find((issue) => issue.key === key);
const summaryOf = ({ summary }: Changed) => summary;

beforeEach(() => {
  ({ sheet, readQuoted: read } = openTestSheet());
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
      'year-last 20',
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
});
