import { beforeEach, describe, expect, it } from 'vitest';

import { type Fix, noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { type Cells, openTestSheet, validCells } from '#src/testing/test-sheet.ts';

import type { Changed } from './sheet.ts';

const { sheet, readQuoted: read, cellsIn } = openTestSheet();
const key = 'phone:phone-without-plus';
const rows = [
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
  beforeEach(async () => open(rows, [{ issue: key, option: 'AU' }]));
  const asSent = ['+61412345678', '+61293744000'];

  it('stay as they were sent when the fix is undone for the others, also later', async () => {
    const { edits, fixes, summary } = await sheet.fix(key, null, true);
    expect(await cellsIn('phone')).toEqual([...asSent, '02 9374 4001']);
    expect(summary).toMatchObject({ submitted: 1, unknown: 1, invalid: 1, ready: 0 });
    await open(rows, fixes, edits);
    expect(await cellsIn('phone')).toEqual([...asSent, '02 9374 4001']);
    await sheet.fix(key, 'NZ');
    expect(await cellsIn('phone')).toEqual([...asSent, '+64293744001']);
  });

  it('stay as they were sent when another answer is given; one undo brings the first back', async () => {
    const before = await sheet.leaveOut(noChoices.leaveOut);
    await sheet.fix(key, 'NZ');
    expect(await cellsIn('phone')).toEqual([...asSent, '+64293744001']);
    const { edits, fixes, summary } = await sheet.undo();
    expect(fixes).toEqual([{ issue: key, option: 'AU' }]);
    expect(edits.map(({ text }) => text)).toEqual([null, null]);
    expect({ ...summary, canRedo: false }).toEqual(before);
    expect(await cellsIn('phone')).toEqual([...asSent, '+61293744001']);
  });
});

it('a second number that was sent stays in its column', async () => {
  const two = rows.map((one) => ({ ...one, phone: `${one.phone} / 0412 999 888` }));
  await open(two, [{ issue: 'phone:two-phones', option: 'AU' }]);
  await sheet.fix('phone:two-phones', null, true);
  expect(await cellsIn('secondaryPhone')).toEqual(['+61412999888', '+61412999888', '']);
});

it('a number that was sent with a warning is not fixed with the others', async () => {
  const postcodes = rows.map((_, at) => ({
    ...validCells(at),
    'businessAddress.country': 'Australia',
    'businessAddress.zipCode': '800',
  }));
  await open(postcodes, []);
  await sheet.fixAll([{ issue: 'businessAddress.zipCode:lost-zeros', option: 'zeros' }]);
  expect(await cellsIn('businessAddress.zipCode')).toEqual(['800', '800', '0800']);
});
