import { describe, expect, it } from 'vitest';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import { type Cells, openTestSheet, validCells } from '#src/testing/test-sheet.ts';

const { sheet, readQuoted, cellsIn } = openTestSheet();

/** Returns the questions about a file with these cells, and those of its cells fixed unasked. */
async function readCells(...rows: Cells[]) {
  const { issues } = await readQuoted(
    ...rows.map((cells, at) => ({ ...validCells(at), ...cells })),
  );
  const questions = issues.flatMap(({ fix }) => fix?.question ?? []);
  const canFixAll = issues.some(({ fix }) => fix !== null && fix.question === null);
  if (canFixAll) await sheet.fixAll([]);
  return { issues, questions, canFixAll };
}

describe('an email with another one before the brackets', () => {
  it.each([
    'Anna <anna@x.test>, Bob <bob@x.test>',
    'bob@x.test <anna@x.test>',
    'Bob bob@x.test <anna@x.test>',
    '<anna@x.test> <bob@x.test>',
  ])('%s is not fixed: one of them would be lost', async (email) => {
    expect((await readCells({ email })).canFixAll).toBe(false);
  });

  it('is still fixed where a name stands there', async () => {
    await readCells({ email: 'Baker, Anna <anna@x.test>' });
    expect(await cellsIn('email')).toEqual(['anna@x.test']);
  });
});

describe('a control character within a word', () => {
  it.each(['M\u001Aller', 'Andr\u0000e', 'Caf\u007F\u0001x'])(
    '%j is not replaced by a space: a letter can be lost',
    async (companyName) => {
      const { issues } = await readCells({ companyName });
      expect(issues.map(({ fix }) => fix)).toEqual([null]);
    },
  );

  it('is removed beside a space, as tabs and line breaks are', async () => {
    await readCells(
      ...['Kauri\u0007 Ltd', 'Kauri\tLtd', 'Kauri\nLtd', 'Kauri Ltd\u0007'].map((companyName) => ({
        companyName,
      })),
    );
    expect(new Set(await cellsIn('companyName'))).toEqual(new Set(['Kauri Ltd', 'Kauri  Ltd']));
  });
});

describe('single letters for Yes and No', () => {
  it.each(['T', 'F', 'J', 'O', 'S', 'X'])('%s is asked about', async (homeOwner) => {
    const { questions } = await readCells({ homeOwner });
    expect(questions).toEqual([`What does “${homeOwner}” mean in Home owner?`]);
  });

  it('Y and N are not', async () => {
    await readCells({ homeOwner: 'y' }, { homeOwner: 'N' });
    expect(await cellsIn('homeOwner')).toEqual(['Yes', 'No']);
  });
});

describe('a full name in one column', () => {
  const named = async (...names: string[]) =>
    readCells(...names.map((firstName) => ({ firstName, lastName: '' })));

  it('is asked about: the last name can be first, or missing', async () => {
    const { questions, issues } = await named('Wang Wei', 'Mary Anne');
    expect(questions).toEqual(['Which words are the last name?']);
    expect(issues[0]?.fix?.options.map(({ label }) => label)).toEqual([
      'The last word',
      'The first word',
    ]);
    await sheet.fix('lastName:full-name', 'first-word');
    const [row] = await sheet.rows({ kind: 'all' }, 0, 1);
    expect(row?.cells.slice(0, 2)).toEqual(['Wei', 'Wang']);
  });

  it('is split at its comma without a question', async () => {
    const { questions } = await named('Baker, Tom', 'van Dyk, Mary Anne');
    expect(questions).toEqual([]);
    expect([await cellsIn('firstName'), await cellsIn('lastName')]).toEqual([
      ['Tom', 'Mary Anne'],
      ['Baker', 'van Dyk'],
    ]);
  });

  it.each([
    'Kauri Plumbing Pty Ltd',
    'Baker Family Trust',
    'Acme, Inc.',
    'Baker & Sons',
    'Tom and Anna Baker',
    'Tom/Anna Baker',
    'Mr Baker',
    'Dr. Anna Baker',
    'Tom Baker Jr.',
    'Baker, PhD',
    'Baker 2',
    'Tom Baker (CEO)',
    'Baker, Tom, Anna',
  ])('%s is not split: it is not the name of one person alone', async (name) => {
    const { issues } = await named(name);
    expect(issues.map(({ fix }) => fix)).toEqual([null]);
  });
});

it('10,000 beside 10.000 is asked about: one of them is ten', async () => {
  const { questions } = await readCells(
    ...['10,000', '10.000'].map((amountRequested) => ({ amountRequested })),
  );
  expect(questions).toEqual([
    'Which sign comes before the cents?',
    'Is the comma in these amounts for thousands?',
  ]);
});

describe('amounts in several currencies', () => {
  const amounts = async (...all: string[]) =>
    readCells(...all.map((amountRequested) => ({ amountRequested })));

  it('are asked about: a lead has no currency, and nothing is converted', async () => {
    const { questions, issues } = await amounts('AUD 50,000', '€30 000', '$20,000');
    expect(questions).toEqual([
      'The column has amounts in AUD and EUR, and a lead has no currency. What should happen?',
    ]);
    expect(issues[0]?.fix?.options[0]?.cells).toBe(3);
  });

  it('are named where the cents or the mark before them are asked about', async () => {
    const { questions } = await amounts('AUD 50,000', '€1.250,50', 'NZD 20,000.50', '20.75');
    const currencies = 'The column has amounts in';
    expect(questions.every((question) => question.startsWith(currencies))).toBe(true);
    expect(questions).toHaveLength(3);
  });

  it.each([
    ['one', ['USD 50,000', 'US$20,000', '$1,000', '50,000 USD']],
    ['none', ['$50,000', '50 000', '1,000.00']],
  ])('are not asked about where they name %s', async (_, all) => {
    expect((await amounts(...all)).questions).toEqual([]);
  });

  it('an answer that was stored when nothing was asked still applies', async () => {
    await amounts('AUD 50,000', '€30 000');
    const fixes = [{ issue: 'amountRequested:amount-signs', option: null }];
    const choices = { ...noChoices, fixes };
    const summary = await sheet.resume({ choices, edits: [], submittedRows: [], unknownRows: [] });
    expect(summary.ready).toBe(2);
  });
});
