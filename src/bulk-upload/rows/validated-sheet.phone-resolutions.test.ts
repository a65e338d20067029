import { describe, expect, it } from 'vitest';

import { noChoices, type Fix } from '#contract/bulk-upload/bulk-uploads.ts';
import { type Cells, openTestSheet, rowsWith, validCells } from '#src/testing/test-sheet.ts';

import type { SheetSummary } from './sheet.ts';

const { sheet, readQuoted: read, cellsIn } = openTestSheet();
const rowsOf = (...phones: string[]) => rowsWith('phone', ...phones);
const openIssues = ({ issues }: SheetSummary) =>
  issues.filter(({ cells }) => cells > 0).map(({ key, cells, fix }) => [key, cells, fix?.question]);
const labelsOf = ({ issues }: SheetSummary, key: string) =>
  issues.find((issue) => issue.key === key)?.fix?.options.map(({ label }) => label);
async function resumed(fixes: readonly Fix[], rows: readonly Cells[]): Promise<SheetSummary> {
  await read(...rows);
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
    expect(await cellsIn('phone')).toEqual([
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
    expect(await cellsIn('phone')).toEqual(['+49891234567', '9123 4567']);
    expect(
      summary.issues.find((issue) => issue.key === `${key}:rest`)?.fix?.others,
    ).not.toContainEqual(expect.objectContaining({ value: 'DE' }));
  });

  it('each answer says what speaks for it, and how many of its cells another country has, too', async () => {
    const summary = await read(...rowsOf('02 9374 4000', '0412 345 678'), {
      ...validCells(4),
      phone: '021 123 4567',
      'businessAddress.country': 'New Zealand',
    });
    expect(labelsOf(summary, `${key}:no-country`)).toEqual([
      'Australia (+61), 1 of them could also be from New Zealand',
      'New Zealand (+64), named by the address of 1 row; 1 of them could also be from Australia',
    ]);
  });
});

it.each([
  ['three addresses that agree', ['New Zealand', 'NZ', 'Aotearoa'], '04 472 1234', 'NZ'],
  ['two addresses', ['New Zealand', 'NZ'], '04 472 1234', undefined],
  ['addresses of two countries', ['NZ', 'NZ', 'NZ', 'Singapore'], '04 472 1234', undefined],
  ['a number another country has, too', ['NZ', 'NZ', 'NZ'], '02 9374 4000', undefined],
])('a country is suggested by %s, or not', async (_what, countries, phone, suggested) => {
  const named = countries.map((country, at) => ({
    ...validCells(at),
    phone: country === 'Singapore' ? '9123 4567' : `09 377 120${at}`,
    'businessAddress.country': country,
  }));
  const { issues } = await read(...named, { ...validCells(9), phone });
  const question = issues.find((issue) => issue.key === `${key}:no-country`);
  expect(question?.fix?.proposed?.value).toBe(suggested);
});

describe('a phone that lost digits and is corrected by hand', () => {
  const lost = (at: number): Cells => ({ ...validCells(at), phone: '6.14E+10' });
  const phoneIn = async (row: number) => (await cellsIn('phone'))[row - 2];
  const type = async (row: number, phone: string) =>
    sheet.edit([{ row, column: 'phone', text: phone }]);

  it('is read by the answers given before, as the others of the file, in one step', async () => {
    await read(...rowsOf('0412 345 678', '09 377 1234'), lost(3));
    await sheet.fix(key, 'AU');
    const fixed = await sheet.fix(`${key}:rest`, 'NZ');
    const { edits, summary } = await type(4, '0412 999 888');
    expect(edits).toEqual([{ row: 4, column: 'phone', text: '+61412999888' }]);
    expect(summary).toMatchObject({ invalid: 0, ready: 3 });
    expect((await type(4, 'Ph: 09 377 9999')).edits[0]?.text).toBe('Ph: 09 377 9999');
    expect((await type(4, '09 377 9999')).edits[0]?.text).toBe('+6493779999');
    for (let step = 0; step < 3; step += 1) await sheet.undo();
    expect(await phoneIn(4)).toBe('6.14E+10');
    const again = await sheet.undo();
    expect(again.fixes).toEqual(fixed.fixes.slice(0, 1));
  });

  it('is read with the country of its row, also one that is typed together with it', async () => {
    const german = { ...lost(4), 'businessAddress.country': 'Germany' };
    await read(...rowsOf('0412 345 678'), german, lost(5));
    await sheet.fix(key, 'AU');
    await type(3, '089 1234567');
    await sheet.edit([
      { row: 4, column: 'phone', text: '09 377 1234' },
      { row: 4, column: 'businessAddress.country', text: 'New Zealand' },
    ]);
    expect(await cellsIn('phone')).toEqual(['+61412345678', '+49891234567', '+6493771234']);
  });

  it('stays as it was typed before an answer, where none fits and where something would be lost', async () => {
    await read(...rowsOf('0412 345 678'), lost(3), ...rowsOf('02 9374 4000 ext 12'));
    expect((await type(3, '0412 999 888')).edits[0]?.text).toBe('0412 999 888');
    await sheet.fix(key, 'AU');
    await sheet.fix('phone:phone-extension', 'AU');
    for (const typed of ['123', '02 9374 4000 ext 9', '0412 999 888 / 0412 999 777'])
      expect((await type(3, typed)).edits[0]?.text).toBe(typed);
  });
});

it('the phones that an answer left are asked about again: no answer of an earlier file is proposed', async () => {
  await read(...rowsOf('0412 345 678', '09 377 1234'));
  const { summary } = await sheet.fix(key, 'AU');
  const rest = summary.issues.find((issue) => issue.key === `${key}:rest`)?.fix;
  expect(rest).toMatchObject({ possible: [], proposed: null, chosen: null });
});
