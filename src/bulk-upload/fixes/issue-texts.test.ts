import { expect, it } from 'vitest';

import { openTestSheet, rowsWith } from '#src/testing/test-sheet.ts';

/** Returns the titles of the issues that texts of a column are. */
async function titlesOf(column: string, texts: object) {
  const { issues } = await openTestSheet().readQuoted(...rowsWith(column, ...Object.keys(texts)));
  return issues.map(({ title }) => title).toSorted();
}

it('says of an amount what is wrong with it, each issue in other words', async () => {
  const amounts = {
    '-5000': 'is negative',
    '(1,200)': 'is negative: in brackets',
    '1.5k': 'is shortened (1.5k, 2 million)',
    '50 grand': 'is in thousands or millions, in words (50 grand)',
    '40 pcm': 'is for a period (per month)',
    '50.123456': 'is not a number',
    '5000.123456': 'is not a whole number',
    '9999999999999': 'is too large',
    'about fifty': 'is not a number',
  };
  const titles = Object.values(amounts).map((what) => `Amount requested ${what}`);
  expect(await titlesOf('amountRequested', amounts)).toEqual([...new Set(titles)].toSorted());
});

it('says of a phone which start of it is left out', async () => {
  const phones = {
    '+610491570156': 'Phone with a 0 after the country code',
    '+6161491570156': 'Phone with the country code twice',
  };
  expect(await titlesOf('phone', phones)).toEqual(Object.values(phones));
});

it('says of a date what is wrong with it, each issue in other words', async () => {
  const dates = {
    '1984-02-31': 'Impossible date of birth',
    '2999-03-14': 'is in the future',
    '1899-12-31': 'is before 1900',
    '2015': 'is only a year',
    March: 'is only a month',
    'Mar-84': 'has no day',
    '14 March': 'has no day or no year',
    'last spring': 'is not a valid date',
  };
  const titles = Object.values(dates).map((what) =>
    what.replace(/^(is|has) /, 'Date of birth $1 '),
  );
  expect(await titlesOf('dateOfBirth', dates)).toEqual(titles.toSorted());
});
