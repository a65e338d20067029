import { beforeEach, describe, expect, it } from 'vitest';

import { noChoices, type Fix } from '#contract/bulk-upload/bulk-uploads.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { type Cells, openTestSheet, validCells } from '#src/testing/test-sheet.ts';

import type { SheetSummary } from './sheet.ts';

let sheet: ReturnType<typeof openTestSheet>['sheet'];
let read: ReturnType<typeof openTestSheet>['readQuoted'];

beforeEach(() => {
  ({ sheet, readQuoted: read } = openTestSheet());
});

const rowsOf = (...phones: string[]): Cells[] =>
  phones.map((phone, at) => ({ ...validCells(at), phone }));
const columnIndexOf = (column: string) => templateColumns.findIndex(({ name }) => name === column);
async function cellsOf(column: string): Promise<(string | undefined)[]> {
  const rows = await sheet.rows({ kind: 'all' }, 0, 100);
  return rows.map(({ cells }) => cells[columnIndexOf(column)]);
}
const openIssues = ({ issues }: SheetSummary) =>
  issues.filter(({ cells }) => cells > 0).map(({ key, cells, fix }) => [key, cells, fix?.question]);
const labelsOf = ({ issues }: SheetSummary, key: string) =>
  issues.find((issue) => issue.key === key)?.fix?.options.map(({ label }) => label);
async function resumed(fixes: readonly Fix[], rows: readonly Cells[]): Promise<SheetSummary> {
  const again = openTestSheet();
  await again.readQuoted(...rows);
  ({ sheet } = again);
  const choices = { ...noChoices, fixes: [...fixes] };
  return sheet.resume({ choices, edits: [], submittedRows: [], unknownRows: [] });
}

const ask = 'Which country are they from?';
const key = 'phone:phone-without-plus';

describe('phones of several countries', () => {
  const rows = [
    ...rowsOf('0412 345 678', '09 377 1234', '0113 496 0000'),
    { ...validCells(4), phone: '030 123456', 'businessAddress.country': 'Germany' },
    { ...validCells(5), phone: '0412 345 678', 'businessAddress.country': 'Singapore' },
  ];

  it('of rows whose addresses name the country need no answer; the others are asked about, and those an answer leaves again', async () => {
    const first = await read(...rows);
    expect(openIssues(first)).toEqual([
      [`${key}:no-country`, 3, ask],
      [key, 1, null],
      [`${key}:elsewhere`, 1, undefined],
    ]);
    const byAddress = await sheet.fix(key, null);
    const australian = await sheet.fix(`${key}:no-country`, 'AU');
    const rest = `${key}:no-country:rest`;
    expect(openIssues(australian.summary)).toEqual([
      [rest, 2, 'Which country are the others from?'],
      [`${key}:elsewhere`, 1, undefined],
    ]);
    const others = await sheet.fix(rest, 'NZ');
    const last = await sheet.fix(`${rest}:rest`, 'GB');
    expect(await cellsOf('phone')).toEqual([
      '+61412345678',
      '+6493771234',
      '+441134960000',
      '+4930123456',
      '0412 345 678',
    ]);
    for (const one of [others, australian, byAddress, { summary: first }]) {
      const { summary } = await sheet.undo();
      expect({ ...summary, canUndo: one.summary.canUndo, canRedo: false }).toEqual(one.summary);
    }
    for (let step = 0; step < 4; step += 1) await sheet.redo();
    const { canUndo, canRedo, ...summary } = last.summary;
    expect({ canUndo, canRedo }).toEqual({ canUndo: true, canRedo: false });
    expect(await resumed(last.fixes, rows)).toMatchObject(summary);
  });

  it('an answer taken back takes back what was answered for the cells it left, in one step', async () => {
    await read(...rows);
    await sheet.fix(`${key}:no-country`, 'AU');
    const both = await sheet.fix(`${key}:no-country:rest`, 'NZ');
    const none = await sheet.fix(`${key}:no-country`, null, true);
    expect(none.fixes).toEqual([]);
    expect(openIssues(none.summary)).toContainEqual([`${key}:no-country`, 3, ask]);
    const again = await sheet.undo();
    expect(again.fixes).toEqual(both.fixes);
    expect(again.summary.issues).toEqual(both.summary.issues);
  });

  it('can be of any country, also after the file is chosen again', async () => {
    const german = rowsOf('089 1234567', '9123 4567');
    const { issues } = await read(...german);
    expect(issues[0]?.fix?.others).toContainEqual({ value: 'DE', label: 'Germany (+49)' });
    const { fixes, summary } = await sheet.fix(key, 'DE');
    expect(fixes).toEqual([{ issue: key, option: 'DE' }]);
    expect(openIssues(summary)).toEqual([[`${key}:rest`, 1, 'Which country are the others from?']]);
    const { canUndo: _, ...rest } = summary;
    expect(await resumed(fixes, german)).toMatchObject(rest);
    expect(await cellsOf('phone')).toEqual(['+49891234567', '9123 4567']);
    expect(
      summary.issues.find((issue) => issue.key === `${key}:rest`)?.fix?.others,
    ).not.toContainEqual(expect.objectContaining({ value: 'DE' }));
  });

  it('an answer stored when one covered the rows of every address still does', async () => {
    await resumed([{ issue: key, option: 'AU' }], rows);
    expect(await cellsOf('phone')).toEqual([
      '+61412345678',
      '09 377 1234',
      '0113 496 0000',
      '+4930123456',
      '0412 345 678',
    ]);
  });

  it('each answer says what speaks for it, and how many of its cells another country has, too', async () => {
    const summary = await read(...rowsOf('02 9374 4000', '0412 345 678'), {
      ...validCells(4),
      phone: '021 123 4567',
      'businessAddress.country': 'New Zealand',
    });
    expect(labelsOf(summary, `${key}:no-country`)).toEqual([
      'Australia (+61): 1 of them could also be from New Zealand',
      'New Zealand (+64): named by the address of 1 row; 1 of them could also be from Australia',
    ]);
  });
});

describe('what stands beside a number', () => {
  it('a word for its kind is left out, and said to be', async () => {
    const summary = await read(
      ...rowsOf('tel:+61412345678', 'Ph: +61 2 9374 4000', '+61 412 345 678 (mobile)'),
    );
    expect(summary.issues).toMatchObject([
      {
        key: 'phone:phone-label',
        cells: 3,
        advice: 'Words for the kind of number (tel:, mobile) are left out.',
        fix: { question: null, cells: 3 },
      },
    ]);
    await sheet.fix('phone:phone-label', null);
    expect(await cellsOf('phone')).toEqual(['+61412345678', '+61293744000', '+61412345678']);
  });

  it.each([
    '+61 412 345 678 (Jane)',
    'Fax: +61 2 9374 4000',
    '0412 345 678 or call Jane',
    '0412 345 678 ext',
  ])('%s is an error', async (phone) => {
    expect((await read(...rowsOf(phone))).issues).toMatchObject([{ fix: null }]);
  });

  it.each([
    '02 9374 4000 ext 12',
    '02 9374 4000 x12',
    '(02) 9374 4000 #12',
    '02 9374 4000 Durchwahl 12',
  ])('the extension of %s is lost only as an answer that says so', async (phone) => {
    const { issues } = await read(...rowsOf(phone));
    expect(issues).toMatchObject([
      {
        key: 'phone:phone-extension',
        fix: { question: `The extension is left out and lost. ${ask}` },
      },
    ]);
    await sheet.fix('phone:phone-extension', 'AU');
    expect(await cellsOf('phone')).toEqual(['+61293744000']);
  });

  it('an extension is asked about, also where the address names the country', async () => {
    const { issues } = await read({
      ...validCells(1),
      phone: '02 9374 4000 ext 12',
      'businessAddress.country': 'Australia',
    });
    expect(issues[0]?.fix).toMatchObject({
      question: 'What should happen to the extension?',
      options: [{ label: 'Leave it out: it is lost', examples: [{ after: '+61293744000' }] }],
    });
  });
});

describe('two values in a cell', () => {
  it('two phones become phone and secondary phone, when asked', async () => {
    const { issues } = await read(
      ...rowsOf('0412 345 678 / 02 9374 4000', 'M: +61 412 345 679, W: 02 9374 4001'),
    );
    expect(issues).toMatchObject([
      {
        key: 'phone:two-phones',
        fix: {
          question: `The second number moves to Secondary phone. ${ask}`,
          options: [{ examples: [{ after: '+61412345678 | +61293744000' }, {}] }, { cells: 1 }],
        },
      },
    ]);
    const { summary } = await sheet.fix('phone:two-phones', 'AU');
    expect(summary).toMatchObject({ ready: 2, invalid: 0 });
    expect(await cellsOf('phone')).toEqual(['+61412345678', '+61412345679']);
    expect(await cellsOf('secondaryPhone')).toEqual(['+61293744000', '+61293744001']);
  });

  it('two addresses become email and secondary email, when asked', async () => {
    const { issues } = await read({ ...validCells(1), email: 'ann@kauri.test; office@kauri.test' });
    expect(issues[0]?.fix).toMatchObject({
      question: 'What should happen to the second address?',
      options: [{ value: 'move', examples: [{ after: 'ann@kauri.test | office@kauri.test' }] }],
    });
    await sheet.fix('email:two-emails', 'move');
    expect(await cellsOf('email')).toEqual(['ann@kauri.test']);
    expect(await cellsOf('secondaryEmail')).toEqual(['office@kauri.test']);
  });

  it.each<[Cells, string]>([
    [
      { phone: '0412 345 678 / 02 9374 4000', secondaryPhone: '+61412345670' },
      'This cell contains two numbers, and Secondary phone is not empty. Keep one of them here.',
    ],
    [
      { email: 'a@b.test, c@d.test', secondaryEmail: 'e@f.test' },
      'This cell contains two addresses, and Secondary email is not empty. Keep one of them here.',
    ],
    [
      { secondaryEmail: 'a@b.test c@d.test' },
      'This cell contains two addresses. Keep one of them here.',
    ],
  ])('%o is an error that says why', async (cells, advice) => {
    const { issues } = await read({ ...validCells(1), ...cells });
    expect(issues).toMatchObject([{ advice, fix: null }]);
  });

  it('the second value never replaces what a person enters, before the fix or after it', async () => {
    await read(...rowsOf('0412 345 678 / 02 9374 4000'), validCells(9));
    await sheet.fix('phone:two-phones', 'AU');
    const edit = { row: 2, column: 'secondaryPhone', text: '+61412345670' };
    const edited = await sheet.edit([edit]);
    expect(edited.summary).toMatchObject({ ready: 1, invalid: 1 });
    expect(await cellsOf('phone')).toContain('0412 345 678 / 02 9374 4000');
    const { summary } = await sheet.undo();
    expect(summary).toMatchObject({ ready: 2, invalid: 0 });
    expect(await cellsOf('secondaryPhone')).toEqual(['+61293744000', '']);
  });
});
