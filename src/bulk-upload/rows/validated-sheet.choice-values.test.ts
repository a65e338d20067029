import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { loanPurposes } from '#contract/v1/values.ts';
import { valueWithAlternative, splitWords } from '#src/lib/values/choices.ts';
import { openTestSheet, rowsWith, validCells } from '#src/testing/test-sheet.ts';

const { sheet, readQuoted: read, cellsIn } = openTestSheet();
const readColumn = (column: string, ...texts: string[]) => read(...rowsWith(column, ...texts));

describe('a text that is none of the choices', () => {
  it('is asked about once, however often it occurs, with every value as an answer', async () => {
    const { issues } = await readColumn(
      'loanPurpose',
      'working capital',
      'Overdraft',
      ' Working  Capital',
      'Other',
    );
    expect(issues).toMatchObject([
      {
        key: 'loanPurpose:choice-value:working capital',
        title: 'Loan purpose not recognised: “working capital”',
        cells: 2,
        fix: { question: 'What does “working capital” mean in Loan purpose?', chosen: null },
      },
      { key: 'loanPurpose:choice-value:overdraft', cells: 1 },
    ]);
    const options = issues[0]?.fix?.options ?? [];
    expect(options[0]).toMatchObject({ value: 'Working Capital / Cashflow', cells: 2 });
    expect(options.map(({ value }) => value).toSorted()).toEqual(
      [...loanPurposes, 'empty'].toSorted(),
    );
  });

  it('is replaced in all rows by the answer, and comes back on undo', async () => {
    const texts = ['working capital', 'WORKING CAPITAL', 'Overdraft'];
    const before = await readColumn('loanPurpose', ...texts);
    const key = 'loanPurpose:choice-value:working capital';
    const { summary, fixes } = await sheet.fix(key, 'Working Capital / Cashflow');
    expect(summary).toMatchObject({ ready: 2, invalid: 1 });
    expect(fixes).toEqual([{ issue: key, option: 'Working Capital / Cashflow' }]);
    const fixed = 'Working Capital / Cashflow';
    expect(await cellsIn('loanPurpose')).toEqual([fixed, fixed, 'Overdraft']);
    expect((await sheet.undo()).summary).toEqual({ ...before, canRedo: true });
    expect(await cellsIn('loanPurpose')).toEqual(texts);
  });

  it('can be left out, if the file has a client in that row', async () => {
    await read({ ...validCells(1), loanPurpose: 'n/a' }, { loanPurpose: 'n/a' });
    const { summary } = await sheet.fix('loanPurpose:choice-value:n/a', 'empty');
    expect(summary).toMatchObject({ ready: 1, invalid: 1 });
    expect(await cellsIn('loanPurpose')).toEqual(['', 'n/a']);
  });

  it('is only the unknown part of a cell with several values', async () => {
    const column = 'suitableProducts';
    await readColumn(column, 'loc, second mortgage', 'Second Mortgage', 'overdraft; credit card');
    const { summary } = await sheet.fix(`${column}:choice-value:second mortgage`, '2nd Mortgage');
    expect(summary.issues).toMatchObject([
      { cells: 0, fix: { chosen: '2nd Mortgage' } },
      { cells: 1, title: 'Suitable products not recognised', fix: null },
    ]);
    expect((await cellsIn(column)).slice(0, 2)).toEqual(['LOC;2nd Mortgage', '2nd Mortgage']);
  });

  it('is a remark if it is long, however many spaces it has', async () => {
    const start = process.threadCpuUsage();
    const { issues } = await readColumn('suitableProducts', `LOC${' '.repeat(400_000)}x`);
    expect(issues[0]?.fix).toBeNull();
    expect(process.threadCpuUsage(start).user).toBeLessThan(10_000_000);
  });

  it('is an issue of its own 50 times in a column; free text is one further issue', async () => {
    const texts = Array.from({ length: 300 }, (_, at) => `to buy machine ${at}`);
    const { issues } = await readColumn('loanPurpose', ...texts);
    expect(issues).toHaveLength(51);
    expect(issues.at(-1)).toMatchObject({
      key: 'loanPurpose:choice-value',
      title: 'Loan purpose not recognised',
      cells: 250,
      fix: null,
    });
    const remark = 'The client would like to buy a second machine for the workshop in Napier.';
    expect((await readColumn('loanPurpose', remark)).issues).toMatchObject([{ fix: null }]);
  });
});

describe('yes and no', () => {
  it.each([
    ...['Y', 'yes.', 'TRUE', 'VRAI', 'Wahr', 'VERO', 'SÍ', 'si', 'Oui'].map((one) => [one, 'Yes']),
    ...['N', 'NO', 'FALSE', 'FAUX', 'Falsch', 'FALSO', 'Nein'].map((one) => [one, 'No']),
  ])('%s is %s', async (text, answer) => {
    const { issues } = await readColumn('homeOwner', text);
    expect(issues).toMatchObject([
      { fix: { question: null, options: [{ examples: [{ after: answer }] }] } },
    ]);
  });

  it('1 and 0 are asked about once', async () => {
    const { issues } = await readColumn('soleDirector', '1', '0', '2', 'Yes?');
    expect(issues).toMatchObject([
      { cells: 2, fix: { question: 'Do 1 and 0 mean Yes and No?' } },
      { fix: { question: 'What does “2” mean in Sole director?' } },
      { fix: { question: 'What does “Yes?” mean in Sole director?' } },
    ]);
    await sheet.fix('soleDirector:yes-no-digit', 'yes-no');
    expect(await cellsIn('soleDirector')).toEqual(['Yes', 'No', '2', 'Yes?']);
  });
});

const choiceColumns = templateColumns.filter(
  ({ field }) => field.kind === 'choice' || field.kind === 'choices',
);
/** A value of each choice column as people write it: in any case, with other spaces and signs. */
const written = fc.record(
  Object.fromEntries(
    choiceColumns.map(({ name, field }) => {
      const parts = {
        value: fc.constantFrom(...(field.values ?? [])),
        isReversed: fc.boolean(),
        isUpper: fc.boolean(),
        gap: fc.constantFrom(' ', '  ', '-', '_', ''),
        end: fc.constantFrom('', '.', ' ', '?', '*', ' (tbc)'),
        cut: fc.nat(3),
      };
      const cell = fc.record(parts).map(({ value, isReversed, isUpper, gap, end, cut }) => {
        const words = value.split(' ');
        const text = (isReversed ? words.toReversed() : words).join(gap).slice(cut) + end;
        return { value, text: isUpper ? text.toUpperCase() : text };
      });
      return [name, cell];
    }),
  ),
);

const proposedFor = async (column: string, ...texts: string[]) =>
  (await readColumn(column, ...texts)).issues.map(({ fix }) => fix?.proposed?.value);

describe('a proposed choice', () => {
  it.each([
    ['loanPurpose', 'working capital', 'Working Capital / Cashflow'],
    ['loanPurpose', 'CASH FLOW', 'Working Capital / Cashflow'],
    ['loanPurpose', 'Stock purchase', 'Inventory / Stock Purchase'],
    ['loanPurpose', 'growth', 'Expansion & Growth'],
    ['loanPurpose', 'working', undefined],
    ['loanPurpose', 'purchase', undefined],
    ['loanPurpose', 'business', undefined],
    ['loanPurpose', 'working capital?', undefined],
    ['loanPurpose', 'working capital or growth', undefined],
    ['suitableProducts', 'mortgage', undefined],
    ['suitableProducts', 'loan', undefined],
    ['callClientOrBroker', 'call', undefined],
    ['citizenshipStatus', 'resident', undefined],
  ])('of %s for “%s” is %s', async (column, text, value) => {
    expect(await proposedFor(column, text)).toEqual([value]);
  });

  it('says why, and is not applied before it is confirmed', async () => {
    const { issues } = await readColumn('loanPurpose', 'working capital');
    expect(issues[0]?.fix).toMatchObject({
      chosen: null,
      proposed: { value: 'Working Capital / Cashflow' },
    });
    expect(await cellsIn('loanPurpose')).toEqual(['working capital']);
  });

  it('is the only value with all words of the text', async () => {
    for (const { name, field } of choiceColumns) {
      const { values = [] } = field;
      const words = fc.constantFrom(...values.flatMap((value) => splitWords(value)));
      const texts = fc
        .uniqueArray(words, { minLength: 1, maxLength: 3 })
        .map((some) => some.join(' '));
      const { issues } = await readColumn(name, ...new Set(fc.sample(texts, 80)));
      for (const { key, fix } of issues) {
        if (!fix?.proposed) continue;
        const unknownWords = splitWords(key.split(':')[2] ?? '');
        const holders = values.filter((value) =>
          unknownWords.every((word) => splitWords(value).includes(word)),
        );
        expect(holders, key).toEqual([fix.proposed.value]);
      }
    }
  });

  it('is none of two values with the same alternative, or with the words of one', () => {
    expect(valueWithAlternative(['Stock / Tools', 'Stock & Hire'], 'stock')).toBeUndefined();
    expect(valueWithAlternative(['Stock / Tools', 'Sale of Stock'], 'stock')).toBeUndefined();
    expect(valueWithAlternative(['Stock / Tools', 'Hire'], 'stock')).toBe('Stock / Tools');
    expect(valueWithAlternative(['Stock / Tools', ' / '], '…')).toBeUndefined();
  });
});

it('a choice, however it is written, becomes that value, or is asked about, or stays', async () => {
  await fc.assert(
    fc.asyncProperty(written, async (row) => {
      const cells = Object.entries(row).map(([name, { text }]) => [name, text]);
      const { issues } = await read({ ...validCells(1), ...Object.fromEntries(cells) });
      for (const { column, fix } of issues) {
        if (fix?.question !== null) continue;
        const { text, value } = row[column ?? '']!;
        expect(fix.options[0]?.examples[0]?.after, text).toBe(value);
      }
    }),
    { numRuns: 100 },
  );
});
