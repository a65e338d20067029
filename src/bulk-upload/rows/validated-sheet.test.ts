import { beforeEach, describe, expect, it } from 'vitest';

import { type Fix, noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { csvLine } from '#contract/bulk-upload/csv-text.ts';
import { extraCellsError, validateRow } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { type Cells, openTestSheet, rowLine, validCells } from '#src/testing/test-sheet.ts';

import type { Changed } from './sheet.ts';

const { sheet, readText, readQuoted: read, cellsIn } = openTestSheet();
const good = validCells(1);

it('rows are counted: ready, invalid and blank', async () => {
  const summary = await read(good, {}, { ...good, phone: '123' }, { notes: '  ' }, good);
  const counts = { read: 5, ready: 2, invalid: 1, blank: 2, leftOut: 0, submitted: 0 };
  expect(summary).toMatchObject(counts);
});

const notOneEmail = 'Enter one email address, for example name@company.com.';
const cashflow = 'Working Capital / Cashflow';

/** The case, the issue, the cell or cells, the answer, and the fixed cells. */
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

const phoneKey = 'phone:phone-without-plus';
const phones = [
  { ...validCells(1), phone: '0412 345 678' },
  { ...validCells(2), phone: '02 9374 4000' },
  { ...validCells(3), phone: '02 9374 4001' },
];

/** Opens the file again after its first row was submitted, as the service stored the rest. */
async function open(
  file: readonly Cells[],
  fixes: readonly Fix[],
  edits: Changed['edits'] = [],
): Promise<void> {
  await read(...file);
  await sheet.resume({
    choices: { ...noChoices, fixes: [...fixes] },
    edits: edits.flatMap(({ text, ...cell }) => (text === null ? [] : [{ ...cell, text }])),
    submittedRows: [[2, 2]],
    unknownRows: [[3, 3]],
  });
}

describe('rows that were submitted, and those whose response was lost', () => {
  beforeEach(async () => open(phones, [{ issue: phoneKey, option: 'AU' }]));
  const asSent = ['+61412345678', '+61293744000'];

  it('stay as they were sent when the fix is undone for the others, also later', async () => {
    const { edits, fixes, summary } = await sheet.fix(phoneKey, null, true);
    expect(await cellsIn('phone')).toEqual([...asSent, '02 9374 4001']);
    expect(summary).toMatchObject({ submitted: 1, unknown: 1, invalid: 1, ready: 0 });
    await open(phones, fixes, edits);
    expect(await cellsIn('phone')).toEqual([...asSent, '02 9374 4001']);
    await sheet.fix(phoneKey, 'NZ');
    expect(await cellsIn('phone')).toEqual([...asSent, '+64293744001']);
  });

  it('stay as they were sent when another answer is given; one undo brings the first back', async () => {
    const before = await sheet.leaveOut(noChoices.leaveOut);
    await sheet.fix(phoneKey, 'NZ');
    expect(await cellsIn('phone')).toEqual([...asSent, '+64293744001']);
    const { edits, fixes, summary } = await sheet.undo();
    expect(fixes).toEqual([{ issue: phoneKey, option: 'AU' }]);
    expect(edits.map(({ text }) => text)).toEqual([null, null]);
    expect({ ...summary, canRedo: false }).toEqual(before);
    expect(await cellsIn('phone')).toEqual([...asSent, '+61293744001']);
  });
});

it('a second number that was sent stays in its column', async () => {
  const two = phones.map((one) => ({ ...one, phone: `${one.phone} / 0412 999 888` }));
  await open(two, [{ issue: 'phone:two-phones', option: 'AU' }]);
  await sheet.fix('phone:two-phones', null, true);
  expect(await cellsIn('secondaryPhone')).toEqual(['+61412999888', '+61412999888', '']);
});

it('a number that was sent with a warning is not fixed with the others', async () => {
  const postcodes = phones.map((_, at) => ({
    ...validCells(at),
    'businessAddress.country': 'Australia',
    'businessAddress.zipCode': '800',
  }));
  await open(postcodes, []);
  await sheet.fixAll([{ issue: 'businessAddress.zipCode:lost-zeros', option: 'zeros' }]);
  expect(await cellsIn('businessAddress.zipCode')).toEqual(['800', '800', '0800']);
});

describe('a row with more cells than the header', () => {
  const amount = templateColumns.findIndex(({ name }) => name === 'amountRequested');
  const last = templateColumns.at(-1)!.name;
  /** The row's amount is split into two cells, which shifts all later cells by one column. */
  const cutLine = (cells: Cells) => {
    const texts = templateColumns.map(({ name }) => cells[name] ?? '');
    return csvLine(texts.toSpliced(amount, 1, '$80', '000'));
  };
  const readCut = () =>
    readText(
      [
        cutLine({ ...validCells(1), [last]: 'z' }),
        cutLine(validCells(1)),
        '\r\n',
        rowLine(validCells(1)),
        rowLine(validCells(2)),
      ].join(''),
    );

  it('is one error, of which no cell is fixed and no client looked for', async () => {
    const { summary } = await readCut();
    expect(summary).toMatchObject({ read: 5, ready: 2, invalid: 2, blank: 1, duplicateRows: 0 });
    expect(summary.issues).toEqual([
      expect.objectContaining({
        title: 'Rows with more cells than the header',
        column: null,
        cells: 2,
        fix: null,
      }),
    ]);
    const [shown] = await sheet.rows({ kind: 'issue', issue: summary.issues[0]!.key }, 0, 9);
    expect(shown?.cells).toHaveLength(templateColumns.length);
    expect(shown?.errors).toEqual({ 0: extraCellsError });
    expect((await sheet.duplicateKeys(2, 9)).keys.map(([row]) => row)).toEqual([5, 6]);
  });

  it('stays at error whatever is edited, until nothing stands in it', async () => {
    await readCut();
    const write = async (text: string, columns: readonly string[]) =>
      (await sheet.edit(columns.map((column) => ({ row: 3, column, text })))).summary;
    expect(await write('80000', ['amountRequested'])).toMatchObject({ ready: 2, invalid: 2 });
    expect(await write(validCells(2)['phone']!, ['phone'])).toMatchObject({ duplicateRows: 0 });
    expect((await sheet.rows({ kind: 'all' }, 1, 1))[0]?.state).toBe('invalid');
    const all = templateColumns.map(({ name }) => name);
    expect(await write('', all)).toMatchObject({ invalid: 1, blank: 2 });
    expect((await sheet.undo()).summary).toMatchObject({ invalid: 2, blank: 1 });
  });

  it('goes to the service with all it has, and is rejected there with the same sentence', async () => {
    const lines = [
      cutLine(validCells(1)),
      rowLine(validCells(2)),
      csvLine(Array.from({ length: 300 }, () => 'x')),
    ];
    await readText(lines.join(''));
    const { rows, leftOut } = await sheet.batch(2, 1_000);
    expect(leftOut).toEqual([]);
    const wide = [rows[0]!, rows[2]!];
    expect(wide.map((row) => row.length)).toEqual([templateColumns.length + 2, 101]);
    const contacts = { partnerId: 'partner-1', contactIds: new Set<string>() };
    for (const [, ...cells] of wide)
      expect(validateRow(cells, contacts).errors).toEqual([{ column: '', error: extraCellsError }]);
  });
});
