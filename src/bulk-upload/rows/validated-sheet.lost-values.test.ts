import { describe, expect, it } from 'vitest';

import { validateRow } from '#contract/bulk-upload/lead-rows.ts';
import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { leadCreate } from '#contract/v1/leads.ts';
import { encodedText } from '#src/testing/fake-encoding.ts';
import { type Cells, openTestSheet, rowsWith, validCells } from '#src/testing/test-sheet.ts';

const { sheet, read, cellsIn } = openTestSheet();
const errors = ['#NAME?', '#REF!', '#N/A', '#VALUE!', '#DIV/0!', '#NULL!', '#NUM!', 'Err:502'];

describe('the error of a formula', () => {
  it.each(errors)('%s is invalid in every column, in rows of plain text too', async (text) => {
    const columns = templateColumns.map(({ name }) => name);
    const { issues, invalid } = await read(
      ...columns.map((name, at) => ({ ...validCells(at), [name]: text })),
    );
    expect(invalid).toBe(columns.length);
    expect(issues.map(({ key }) => key).toSorted()).toEqual(
      columns.map((name) => `${name}:formula`).toSorted(),
    );
    expect(issues[0]?.advice).toBe(
      'The original value can’t be recovered from the file. Enter it again, or leave the rows out.',
    );
  });

  it('is rejected by the service in a file alone: the API accepts it as a text', () => {
    const cells: Cells = { ...validCells(1), companyName: '#REF!' };
    const row = templateColumns.map(({ name }) => cells[name] ?? '');
    expect(validateRow(row, null).errors).toEqual([
      {
        column: 'companyName',
        error: 'A formula in the spreadsheet failed, and its value is lost. Enter it again.',
      },
    ]);
    expect(leadCreate.safeParse({ fields: cells }).success).toBe(true);
  });

  it('can be left empty where the field is optional, which is asked first', async () => {
    const { issues } = await read(
      { ...validCells(1), industry: '#N/A', dateOfBirth: '#N/A' },
      { ...validCells(2), lastName: '#REF!' },
      { industry: '#N/A' },
    );
    const fixOf = (key: string) => issues.find((issue) => issue.key === key)?.fix;
    expect(fixOf('industry:formula')).toMatchObject({
      question: 'What should happen to these cells?',
      options: [{ value: 'empty', label: 'Leave them empty', cells: 1 }],
    });
    expect(fixOf('lastName:formula')).toBeNull();
    await sheet.fix('industry:formula', 'empty');
    const { summary } = await sheet.fix('dateOfBirth:formula', 'empty');
    expect(summary).toMatchObject({ ready: 1, invalid: 2 });
    expect(await cellsIn('industry')).toEqual(['', '', '#N/A']);
  });

  it('is no text that only looks a little like one', async () => {
    const texts = ['Shop #4', '#1 Cafe', '# N/A', '#REF', 'N/A', 'Unit #B', 'Err: none', '#tag!'];
    const { issues } = await read(
      ...texts.map((companyName, at) => ({
        ...validCells(at),
        companyName,
        industry: companyName,
      })),
    );
    expect(issues).toEqual([]);
  });
});

it.each(['0000-00-00', '00/00/0000', '0000-00-00 00:00:00'])(
  'a date of zeros, %s, can be left empty, which is asked first',
  async (dateOfBirth) => {
    const { issues } = await read({ ...validCells(1), dateOfBirth });
    expect(issues).toMatchObject([
      {
        key: 'dateOfBirth:date-zero',
        title: 'Date of birth is zeros, not a date',
        fix: { question: 'What should happen to these cells?' },
      },
    ]);
    const { summary } = await sheet.fix('dateOfBirth:date-zero', 'empty');
    expect(summary).toMatchObject({ ready: 1, invalid: 0 });
  },
);

it('what no fix reaches is an issue of its own, with the contract’s sentence', async () => {
  const { issues } = await read(
    ...rowsWith('dateOfBirth', '14/03/1984', '31/02/1984', '14/03/2999', '2003-25-03'),
  );
  expect(issues.map(({ title, advice, cells, fix }) => [title, advice, cells, fix?.cells])).toEqual(
    [
      ['Dates of birth are day/month/year', expect.any(String), 1, 1],
      [
        'Date of birth seems to be year-day-month, perhaps in the whole column',
        expect.stringContaining('check the others'),
        1,
        1,
      ],
      ['Impossible date of birth', 'This date doesn’t exist.', 1, undefined],
      ['Date of birth is in the future', 'This date is in the future.', 1, undefined],
    ],
  );
});

it('a letter that cannot be read is an error that nothing but the original fixes', async () => {
  const text = 'firstName,lastName,companyName,phone\nJürgen,Müller,Öl GmbH,+4915123456789\n';
  const { parseOptions } = await sheet.recognise(
    new File([encodedText(text, 'cp850')], 'june.csv'),
  );
  const options = { ...parseOptions!, encoding: 'windows-1252' } as const;
  const { summary, notices } = await sheet.read(options, null, () => undefined);
  expect(summary.issues.map(({ title, cells, fix }) => [title, cells, fix])).toEqual([
    ['First name contains unreadable letters', 1, null],
    ['Last name contains unreadable letters', 1, null],
  ]);
  expect(summary.issues[0]?.advice).toContain('CSV UTF-8 (comma delimited)');
  expect(notices.map(({ kind }) => kind)).toEqual(['letters']);
});
