import { describe, expect, it } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { openTestSheet, rowsWith } from '#src/testing/test-sheet.ts';

const { sheet, readQuoted, cellsIn } = openTestSheet();
const read = async (...texts: string[]) => readQuoted(...rowsWith('dateOfBirth', ...texts));
const cellsNow = async () => cellsIn('dateOfBirth');

const key = 'dateOfBirth:date-moment';
const findFix = ({ issues }: Awaited<ReturnType<typeof read>>, name = key) =>
  issues.find((issue) => issue.key === name)?.fix;

/** Midnights in Sydney, in UTC: in summer, in winter, and by rules of a later year. */
const ofSydney = ['1984-01-13T13:00:00Z', '1990-06-30T14:00:00Z', '1984-03-13T13:00:00.000Z'];
const meant = ['1984-01-14', '1990-07-01', '1984-03-14'];

describe('dates with a time and a time zone', () => {
  it('are asked about, each once for the column, and only they', async () => {
    const summary = await read(...ofSydney, '1984-03-14', '1984-03-14T00:00:00Z', '14/03/1984');
    expect(summary).toMatchObject({ ready: 2, invalid: 4 });
    expect(summary.issues.map((issue) => [issue.key, issue.title, issue.cells])).toEqual([
      [key, 'Dates of birth are times: midnight in Sydney', 3],
      ['dateOfBirth:date-order', 'Dates of birth are day/month/year', 1],
    ]);
    expect(findFix(summary)).toMatchObject({ question: 'Which day is meant?', chosen: null });
  });

  it('are shown before and after, and the time zone in which all are midnight is proposed', async () => {
    const fix = findFix(await read(...ofSydney));
    expect(fix?.proposed).toEqual({ value: 'Australia/Sydney' });
    expect(fix?.options.slice(0, 2).map(({ label, examples: [first] }) => [label, first])).toEqual([
      ['As written', { row: 2, before: '1984-01-13T13:00:00Z', after: '1984-01-13' }],
      ['In Sydney and Melbourne', { row: 2, before: '1984-01-13T13:00:00Z', after: '1984-01-14' }],
    ]);
  });

  it('become the day in the chosen time zone in one step, which is undone in one', async () => {
    await read(...ofSydney);
    const fixed = await sheet.fixAll([{ issue: key, option: 'Australia/Sydney' }]);
    expect(fixed.summary).toMatchObject({ ready: 3, invalid: 0 });
    expect(await cellsNow()).toEqual(meant);
    await sheet.undo();
    expect(await cellsNow()).toEqual(ofSydney);
    await sheet.fix(key, 'as-written');
    expect(await cellsNow()).toEqual(['1984-01-13', '1990-06-30', '1984-03-13']);
  });

  it('have any time zone as a further answer, also as a stored one', async () => {
    const summary = await read('2015-06-30T16:00:00Z', '2016-06-30T16:00:00Z');
    const perth = findFix(summary);
    expect(perth?.options.map(({ value }) => value)).toContain('Australia/Perth');
    expect(perth?.others.map(({ value }) => value)).toContain('Europe/London');
    const choices = { ...noChoices, fixes: [{ issue: key, option: 'Europe/London' }] };
    await sheet.resume({ choices, edits: [], submittedRows: [], unknownRows: [] });
    expect(await cellsNow()).toEqual(['2015-06-30', '2016-06-30']);
  });

  it.each([
    ['times of all kinds', ['1984-03-13T10:37:12Z', '1990-06-30T14:00:00Z']],
    ['noon, which no time zone moves', ['1984-06-14T12:00:00Z', '1990-06-30T12:00:00.000Z']],
  ])('propose nothing for %s', async (_what, texts) => {
    const summary = await read(...texts);
    const fix = findFix(summary);
    expect(summary.issues[0]?.title).toBe('Date of birth has a time and a time zone');
    expect(fix?.proposed).toBeNull();
    expect(fix?.possible).toContain('as-written');
  });

  it('of which the order is open, too, are asked about both at once', async () => {
    const summary = await read('3/04/1984 2:00:00 PM +00:00', '2/05/1984 2:00:00 PM +00:00');
    const order = 'dateOfBirth:date-order';
    expect(findFix(summary, order)?.question).toBe(
      'Which comes first, the day or the month? And which day is meant where a time has a time zone?',
    );
    await sheet.fix(order, 'day-first Australia/Brisbane');
    expect(await cellsNow()).toEqual(['1984-04-04', '1984-05-03']);
    await sheet.fix(order, 'day-first');
    expect(await cellsNow()).toEqual(['1984-04-03', '1984-05-02']);
  });

  it.each([
    'Tue, 13 Mar 1984 13:00:00 GMT',
    'Tue Mar 13 1984 13:00:00 GMT+0000 (Coordinated Universal Time)',
    '1984-03-13 13:00:00+00',
    '13/03/1984 1:00:00 PM +00:00',
  ])('are recognised as %s', async (text) => {
    const before = await read(text);
    expect(before.issues.map((issue) => issue.key)).toEqual([key]);
    await sheet.fix(key, 'Australia/Sydney');
    expect(await cellsNow()).toEqual(['1984-03-14']);
  });

  it('stay the day written where the time is midnight, in any spelling of a program', async () => {
    const text = 'Wed Mar 14 1984 00:00:00 GMT+1100 (Australian Eastern Daylight Time)';
    await read(text, '1984-03-14T00:00:00+11:00', '1984-03-14 00:00:00+11');
    await sheet.fixAll([]);
    expect(await cellsNow()).toEqual(['1984-03-14', '1984-03-14T00:00:00+11:00', '1984-03-14']);
  });
});
