import { expect, it } from 'vitest';

import { openTestSheet, rowsWith, validCells } from '#src/testing/test-sheet.ts';

const { sheet, read, cellsIn } = openTestSheet();

it('the cells of any issue are left empty, or get one value, as one step of undo', async () => {
  const { issues } = await read(
    { ...validCells(1), email: 'none' },
    { ...validCells(2), email: 'ada@harbour.test' },
    { ...validCells(3), email: 'see notes' },
  );
  expect(issues).toMatchObject([{ column: 'email', cells: 2, fix: null }]);
  const { key } = issues[0]!;
  const emptied = await sheet.fill(key, '');
  expect(emptied.summary).toMatchObject({ ready: 3, invalid: 0, issues: [] });
  expect(emptied.edits).toEqual([2, 4].map((row) => ({ row, column: 'email', text: '' })));
  expect((await sheet.undo()).summary).toMatchObject({ ready: 1, invalid: 2 });
  await sheet.fill(key, 'office@harbour.test');
  expect(await cellsIn('email')).toEqual(
    ['office', 'ada', 'office'].map((name) => `${name}@harbour.test`),
  );
});

it('a value that the column does not take is rejected with the contract’s sentence', async () => {
  const { issues } = await read({ ...validCells(1), email: 'none' });
  await expect(sheet.fill(issues[0]!.key, 'nobody')).rejects.toThrow(/email/i);
});

it('rows of an issue that are left out keep their cells, and are included again', async () => {
  const { issues } = await read(
    { ...validCells(1), email: 'none' },
    { ...validCells(2), dateOfBirth: '31/02/1990', email: 'none' },
    validCells(3),
  );
  const { key } = issues.find(({ column }) => column === 'dateOfBirth')!;
  const rows = await sheet.issueRows(key);
  expect(rows).toEqual([3]);
  const choices = { duplicateRows: false, duplicateLeads: false };
  const out = await sheet.leaveOut({ ...choices, rows: [{ row: 3, leaveOut: true }] });
  expect(out).toMatchObject({ ready: 1, invalid: 1, leftOut: 1 });
  expect(out.issues.map((one) => [one.column, one.cells, one.leftOut])).toEqual([
    ['email', 2, 1],
    ['dateOfBirth', 1, 1],
  ]);
  const byEmail = out.issues.find(({ column }) => column === 'email')!;
  expect((await sheet.fill(byEmail.key, '')).edits).toHaveLength(1);
  expect(await cellsIn('email')).toEqual(['', 'none', '']);
});

it('a row left out for what was wrong comes back once it is corrected, and is out again if that is undone', async () => {
  await read(
    { ...validCells(1), email: 'none' },
    { ...validCells(2), email: 'none' },
    validCells(3),
  );
  const rows = [2, 3].map((row) => ({ row, leaveOut: true }));
  await sheet.leaveOut({ duplicateRows: false, duplicateLeads: false, rows });
  const edit = async (row: number, text: string) =>
    (await sheet.edit([{ row, column: 'email', text }])).summary;
  expect(await edit(2, 'ada@harbour.test')).toMatchObject({ ready: 2, invalid: 0, leftOut: 1 });
  expect(await edit(3, 'nobody')).toMatchObject({ ready: 2, invalid: 0, leftOut: 1 });
  await sheet.undo();
  expect((await sheet.undo()).summary).toMatchObject({ ready: 1, invalid: 0, leftOut: 2 });
});

it('a row left out because it repeats another one stays out when its cells are edited', async () => {
  await read(validCells(1), { ...validCells(1), email: 'none' });
  const rows = [{ row: 3, leaveOut: true }];
  await sheet.leaveOut({ duplicateRows: false, duplicateLeads: false, rows });
  const { summary } = await sheet.edit([{ row: 3, column: 'email', text: 'ada@harbour.test' }]);
  expect(summary).toMatchObject({ ready: 1, leftOut: 1, duplicateRows: 1 });
});

it('a contact is named by name or email, and an unknown one is asked about once', async () => {
  const named = ['Ada Marsh', 'ADA@harbour.test', 'contact-1', 'Bob', 'bob', 'Bob', ''];
  const { issues } = await read(...rowsWith('brokerRepId', ...named));
  const bob = issues.find(({ key }) => key === 'brokerRepId:contact-unknown:bob');
  expect(bob).toMatchObject({
    cells: 3,
    fix: {
      question: 'Which contact is “Bob”?',
      options: [
        { value: 'contact-1', label: 'Ada Marsh (ada@harbour.test)', cells: 3 },
        { value: 'empty' },
      ],
    },
  });
  const { summary } = await sheet.fixAll([{ issue: bob!.key, option: 'contact-1' }]);
  expect(summary).toMatchObject({ ready: 7, invalid: 0 });
  expect(await cellsIn('brokerRepId')).toEqual([...named.slice(0, 6).map(() => 'contact-1'), '']);
});
