import { expect, it } from 'vitest';

import { openTestSheet, rowsWith, validCells } from '#src/testing/test-sheet.ts';

import type { SheetSummary } from './sheet.ts';

const { sheet, read: readUnquoted, readQuoted: read, cellsIn } = openTestSheet();

const damaged = [
  { ...validCells(1), amountRequested: '$50,000', dateOfBirth: '21/01/1965' },
  { ...validCells(2), phone: '0412 345 678', dateOfBirth: '1/02/1990' },
  { ...validCells(3), phone: '0412 345 679', amountRequested: '1,200' },
  { ...validCells(4), phone: '6.14E+10' },
];

const issueKey = ({ issues }: SheetSummary, column: string) =>
  issues.find((issue) => issue.column === column && issue.fix !== null)?.key ?? '';

it('applies what is unambiguous and what is answered in one step, and is undone in one', async () => {
  const before = await read(...damaged);
  expect(before).toMatchObject({ ready: 0, invalid: 4 });
  const resolutions = [
    { issue: issueKey(before, 'phone'), option: 'AU' },
    { issue: issueKey(before, 'dateOfBirth'), option: 'day-first' },
  ];
  const fixed = await sheet.fixAll(resolutions);
  expect(fixed.summary).toMatchObject({ ready: 3, invalid: 1, canUndo: true });
  expect(fixed.fixes).toHaveLength(3);
  const undone = await sheet.undo();
  expect(undone.summary).toMatchObject({ ready: 0, invalid: 4, canUndo: false, canRedo: true });
  expect(undone.fixes).toEqual([]);
  expect((await sheet.redo()).summary).toMatchObject({ ready: 3, invalid: 1 });
});

it('leaves alone what is not answered, and what is applied already', async () => {
  const before = await read(...damaged);
  await sheet.fix(issueKey(before, 'phone'), 'AU');
  const { summary, fixes } = await sheet.fixAll([]);
  expect(fixes).toHaveLength(2);
  expect(summary.issues.find(({ column }) => column === 'dateOfBirth')?.fix?.chosen).toBeNull();
  await expect(sheet.fixAll([])).rejects.toThrow('There is nothing to fix.');
  expect((await sheet.undo()).fixes).toMatchObject([{ option: 'AU' }]);
});

it('takes no answer that fixes no cell', async () => {
  const before = await read(...damaged);
  const answer = { issue: issueKey(before, 'phone'), option: 'no country' };
  await expect(sheet.fixAll([answer])).rejects.toThrow('These cells cannot be fixed that way.');
});

it('a further answer that is tried is counted, with examples, before it is applied', async () => {
  const before = await read(...damaged);
  const key = issueKey(before, 'phone');
  const other = before.issues
    .find((issue) => issue.key === key)
    ?.fix?.others.find(({ value }) => value === 'FR');
  expect(other?.label).toContain('France');
  const after = await sheet.tryResolution({ issue: key, option: 'FR' });
  expect(after).toMatchObject({ invalid: 4, canUndo: false });
  const french = after.issues.find((issue) => issue.key === key)?.fix?.options.at(-1);
  expect(french).toMatchObject({
    value: 'FR',
    cells: 2,
    examples: [{ after: '+33412345678' }, {}],
  });
});

it('proposes an answer where the evidence agrees, and none where it does not', async () => {
  const dates = (...texts: string[]) =>
    read(...texts.map((dateOfBirth, n) => ({ ...validCells(n), dateOfBirth })));
  const proposedFor = ({ issues }: SheetSummary) => issues[0]?.fix?.proposed?.value;
  expect(proposedFor(await dates('1/02/1990', '13/1/1990', '14/1/1990', '15/1/1990'))).toBe(
    'day-first',
  );
  expect(
    proposedFor(await dates('1/02/1990', '13/1/1990', '14/1/1990', '15/1/1990', '1/13/1990')),
  ).toBeUndefined();
  expect(proposedFor(await dates('1/02/1990', '13/1/1990'))).toBeUndefined();
  const possibleFor = ({ issues }: SheetSummary) => issues[0]?.fix?.possible;
  expect(possibleFor(await dates('1/02/1990', '13/1/1990'))).toEqual(['day-first']);
  expect(possibleFor(await dates('1/02/1990', '13/1/1990', '1/13/1990'))).toEqual([]);
  expect(possibleFor(await dates('1/02/1990'))).toBeUndefined();
  const phones = (...countries: string[]) =>
    read(
      ...countries.map((country, n) => ({
        ...validCells(n),
        phone: `0412 345 67${n}`,
        'businessAddress.country': country,
      })),
    );
  const findQuestion = ({ issues }: SheetSummary) => issues.find(({ fix }) => fix?.question)?.fix;
  const fix = findQuestion(await phones('Australia', 'Australia', '', 'Australia'));
  expect(fix?.proposed?.value).toBe('AU');
  expect(fix?.possible).toEqual(['AU']);
  expect(fix?.options[0]?.label).toBe('Australia (+61), named by the addresses of 3 rows');
  const mixed = findQuestion(
    await phones('Australia', 'Australia', '', 'Australia', 'New Zealand'),
  );
  expect(mixed?.question).toBeDefined();
  expect(mixed?.proposed).toBeNull();
  expect(mixed?.possible).toEqual([]);
});

it('an issue that only submitted rows have says so, and is left alone', async () => {
  const before = await read(...damaged);
  const key = issueKey(before, 'phone');
  await sheet.setSubmitted([[3, 3]]);
  const isSubmitted = ({ issues }: SheetSummary) =>
    issues.filter((issue) => issue.isSubmitted).map((issue) => issue.key);
  expect(isSubmitted((await sheet.fix(key, 'AU')).summary)).toEqual([]);
  await sheet.fix(key, null, true);
  const summary = await sheet.setSubmitted([[4, 4]]);
  expect(isSubmitted(summary)).toEqual([key]);
  const resolutions = [{ issue: key, option: 'AU' }];
  const { fixes } = await sheet.fixAll(resolutions);
  expect(fixes.map(({ issue }) => issue)).not.toContain(key);
});

it('the cells of any issue are left empty, or get one value, as one step of undo', async () => {
  const { issues } = await readUnquoted(
    { ...validCells(1), email: 'none' },
    { ...validCells(2), email: 'ada@harbour.test' },
    { ...validCells(3), email: 'see notes' },
  );
  expect(issues).toMatchObject([{ column: 'email', cells: 2, fix: null }]);
  const { key } = issues[0]!;
  const cleared = await sheet.fill(key, '');
  expect(cleared.summary).toMatchObject({ ready: 3, invalid: 0, issues: [] });
  expect(cleared.edits).toEqual([2, 4].map((row) => ({ row, column: 'email', text: '' })));
  expect((await sheet.undo()).summary).toMatchObject({ ready: 1, invalid: 2 });
  await sheet.fill(key, 'office@harbour.test');
  expect(await cellsIn('email')).toEqual(
    ['office', 'ada', 'office'].map((name) => `${name}@harbour.test`),
  );
});

it('a value that the column does not take is rejected with the contract’s sentence', async () => {
  const { issues } = await readUnquoted({ ...validCells(1), email: 'none' });
  await expect(sheet.fill(issues[0]!.key, 'nobody')).rejects.toThrow(/email/i);
});

it('rows of an issue that are left out keep their cells, and are included again', async () => {
  const { issues } = await readUnquoted(
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
  await readUnquoted(
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
  await readUnquoted(validCells(1), { ...validCells(1), email: 'none' });
  const rows = [{ row: 3, leaveOut: true }];
  await sheet.leaveOut({ duplicateRows: false, duplicateLeads: false, rows });
  const { summary } = await sheet.edit([{ row: 3, column: 'email', text: 'ada@harbour.test' }]);
  expect(summary).toMatchObject({ ready: 1, leftOut: 1, duplicateRows: 1 });
});

it('a contact is named by name or email, and an unknown one is asked about once', async () => {
  const named = ['Ada Marsh', 'ADA@harbour.test', 'contact-1', 'Bob', 'bob', 'Bob', ''];
  const { issues } = await readUnquoted(...rowsWith('brokerRepId', ...named));
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
