import { expect, it } from 'vitest';

import { openTestSheet, validCells } from '#src/testing/test-sheet.ts';

import type { SheetSummary } from './sheet.ts';

const { sheet, readQuoted: read } = openTestSheet();

const rows = [
  { ...validCells(1), amountRequested: '$50,000', dateOfBirth: '21/01/1965' },
  { ...validCells(2), phone: '0412 345 678', dateOfBirth: '1/02/1990' },
  { ...validCells(3), phone: '0412 345 679', amountRequested: '1,200' },
  { ...validCells(4), phone: '6.14E+10' },
];

const issueKey = ({ issues }: SheetSummary, column: string) =>
  issues.find((issue) => issue.column === column && issue.fix !== null)?.key ?? '';

it('applies what is unambiguous and what is answered in one step, and is undone in one', async () => {
  const before = await read(...rows);
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
  const before = await read(...rows);
  await sheet.fix(issueKey(before, 'phone'), 'AU');
  const { summary, fixes } = await sheet.fixAll([]);
  expect(fixes).toHaveLength(2);
  expect(summary.issues.find(({ column }) => column === 'dateOfBirth')?.fix?.chosen).toBeNull();
  await expect(sheet.fixAll([])).rejects.toThrow('There is nothing to fix.');
  expect((await sheet.undo()).fixes).toMatchObject([{ option: 'AU' }]);
});

it('takes no answer that fixes no cell', async () => {
  const before = await read(...rows);
  const answer = { issue: issueKey(before, 'phone'), option: 'no country' };
  await expect(sheet.fixAll([answer])).rejects.toThrow('These cells cannot be fixed that way.');
});

it('a further answer that is tried is counted, with examples, before it is applied', async () => {
  const before = await read(...rows);
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
  const asked = ({ issues }: SheetSummary) => issues.find(({ fix }) => fix?.question)?.fix;
  const fix = asked(await phones('Australia', 'Australia', '', 'Australia'));
  expect(fix?.proposed?.value).toBe('AU');
  expect(fix?.possible).toEqual(['AU']);
  expect(fix?.options[0]?.label).toBe('Australia (+61), named by the addresses of 3 rows');
  const mixed = asked(await phones('Australia', 'Australia', '', 'Australia', 'New Zealand'));
  expect(mixed?.question).toBeDefined();
  expect(mixed?.proposed).toBeNull();
  expect(mixed?.possible).toEqual([]);
});

it('an issue that only submitted rows have says so, and is left alone', async () => {
  const before = await read(...rows);
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
