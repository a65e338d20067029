import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { dateCandidates } from '#src/lib/values/dates.ts';
import { openTestSheet, rowsWith } from '#src/testing/test-sheet.ts';

import type { SheetSummary } from './sheet.ts';

const { sheet, readQuoted: read, cellsIn } = openTestSheet();
const rowsOf = (texts: readonly string[]) => rowsWith('dateOfBirth', ...texts);
const cellsNow = async () => cellsIn('dateOfBirth');
const issuesOf = ({ issues }: SheetSummary) =>
  issues.map(({ key, cells, fix }) => [
    key,
    cells,
    fix?.question,
    fix?.options.map((option) => [option.value, option.cells]),
  ]);

const ask = 'Which comes first, the day or the month?';
const key = 'dateOfBirth:date-order';
const texts = ['01/01/1960', '14/03/1984', '01/05/1988', '25/12/1990', '30/06/1971'];

describe('an answer that dates of the file contradict', () => {
  it('fixes only those it can read; the others stay errors, and are asked about again', async () => {
    const before = await read(...rowsOf(texts));
    const options = [
      ['day-first', 5],
      ['month-first', 2],
    ];
    expect(issuesOf(before)).toEqual([[key, 5, ask, options]]);
    const { summary } = await sheet.fix(key, 'month-first');
    expect(summary).toMatchObject({ ready: 2, invalid: 3 });
    expect(await cellsNow()).toEqual([
      '1960-01-01',
      '14/03/1984',
      '1988-01-05',
      '25/12/1990',
      '30/06/1971',
    ]);
    const rest = summary.issues.find((issue) => issue.key === `${key}:rest`);
    expect(rest).toMatchObject({
      title: 'Dates of birth are day/month/year: the others',
      cells: 3,
      fix: { question: ask, options: [{ value: 'day-first', cells: 3 }], proposed: null },
    });
    await expect(sheet.fixAll([])).rejects.toThrow('There is nothing to fix.');
    const fixed = await sheet.fix(`${key}:rest`, 'day-first');
    expect(fixed.summary).toMatchObject({ ready: 5, invalid: 0 });
    await sheet.undo();
    expect(issuesOf((await sheet.undo()).summary)).toContainEqual([key, 5, ask, options]);
  });

  it('that was stored is taken up, and fixes no date in the other order', async () => {
    await read(...rowsOf(texts));
    const choices = { ...noChoices, fixes: [{ issue: key, option: 'month-first' }] };
    const stored = { choices, edits: [], submittedRows: [], unknownRows: [] };
    expect(await sheet.resume(stored)).toMatchObject({ ready: 2, invalid: 3 });
  });

  it('names a century: a date that only the other one has stays an error', async () => {
    const short = 'dateOfBirth:date-short-year';
    await read(...rowsOf(['29 Feb 00', '14 Mar 15', '14 Mar 84']));
    const { summary } = await sheet.fix(short, '19');
    expect(await cellsNow()).toEqual(['29 Feb 00', '1915-03-14', '1984-03-14']);
    expect(issuesOf(summary)).toContainEqual([
      `${short}:rest`,
      1,
      'Which century are the years in?',
      [['20', 1]],
    ]);
  });

  it('puts the year last: a date that only starts with a year stays an error', async () => {
    const short = 'dateOfBirth:date-short-year';
    const before = await read(...rowsOf(['28/05/30', '84-03-14']));
    expect(issuesOf(before)[0]?.at(-1)).toEqual([
      ['year-first', 2],
      ['year-last', 1],
    ]);
    await sheet.fix(short, 'year-last');
    expect(await cellsNow()).toEqual(['1930-05-28', '84-03-14']);
  });

  it('fixes each date in the order of the answer or not at all', async () => {
    const part = fc.integer({ min: 1, max: 31 }).map((one) => String(one).padStart(2, '0'));
    const year = fc.oneof(fc.constantFrom('1960', '1988'), part);
    const date = fc
      .tuple(part, part, year)
      .map((parts) => parts.join('/'))
      .filter((text) => dateCandidates(text).length > 0);
    await fc.assert(
      fc.asyncProperty(fc.array(date, { minLength: 2, maxLength: 6 }), fc.nat(), async (all, n) => {
        const { issues } = await read(...rowsOf(all));
        const question = issues.find(({ fix }) =>
          /day or the month|the year\b/.test(fix?.question ?? ''),
        );
        const values = question?.fix?.options.map(({ value }) => value) ?? [];
        if (!question || values.length === 0) return;
        const [order, century] = values[n % values.length]!.split(' ');
        await sheet.fix(question.key, values[n % values.length]!);
        const isShort = question.key.endsWith('short-year');
        const cells = await cellsNow();
        for (const [at, text] of all.entries()) {
          if (cells[at] === text || isShort !== (text.length === 8)) continue;
          const meant = dateCandidates(text).filter(
            (one) =>
              (one.order === order || (order === 'year-last' && one.order !== 'year-first')) &&
              (one.century ?? century) === century,
          );
          expect(
            meant.map(({ day }) => day),
            `${text} as ${order}`,
          ).toContain(cells[at]);
        }
      }),
      { numRuns: 150 },
    );
  });
});

it('shows first, for every answer, a date on which the answers differ', async () => {
  const { issues } = await read(...rowsOf(texts));
  const shown = issues[0]?.fix?.options.map(({ examples }) => [
    examples[0]?.before,
    examples[0]?.after,
  ]);
  expect(shown).toEqual([
    ['01/05/1988', '1988-05-01'],
    ['01/05/1988', '1988-01-05'],
  ]);
});
