import { expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { columnSynonyms } from './column-synonyms.ts';
import { columnsOf, matchColumns, plainName } from './template-columns.ts';

const names = templateColumns.map(({ name }) => name);

function differences(header: readonly string[]) {
  return matchColumns(header).filter(({ difference }) => difference !== 'same');
}

it('the template’s own header has no differences and needs no mapping', () => {
  expect(differences(names)).toEqual([]);
  expect(columnsOf(matchColumns(names))).toBeNull();
});

it('case, spaces and signs are a difference of spelling', () => {
  const header = names.map((name) => ` ${name.toUpperCase().replace('.', ' - ')} `);
  expect(differences(header).every(({ difference }) => difference === 'spelling')).toBe(true);
  expect(columnsOf(matchColumns(header))).toEqual(names);
});

it('the words of the form name their columns', () => {
  const found = matchColumns(templateColumns.map(({ label }) => label));
  expect(found.map(({ column }) => column)).toEqual(names);
});

it('only the column that was moved is said to be', () => {
  const header = [...names.slice(1, 10), 'firstName', ...names.slice(10)];
  expect(differences(header)).toEqual([
    { found: 'firstName', columnIndex: 9, column: 'firstName', difference: 'moved' },
  ]);
  expect(columnsOf(matchColumns(header))).toEqual(header);
});

it('the surest header gets the column, a second one is extra', () => {
  const found = matchColumns(['Mobile', 'phone', 'PHONE', 'Name', '']);
  expect(found.slice(0, 5).map(({ column, difference }) => [column, difference])).toEqual([
    [null, 'extra'],
    ['phone', 'same'],
    [null, 'extra'],
    ['firstName', 'synonym'],
    [null, 'extra'],
  ]);
});

it('what the template has and the file has not is missing, in the template’s order', () => {
  const missing = differences(names.toSpliced(3, 2));
  expect(missing).toEqual(
    ['phone', 'email'].map((column) => ({
      found: null,
      columnIndex: null,
      column,
      difference: 'missing',
    })),
  );
});

it('every synonym names one column of the template, and none is a column’s own name', () => {
  const seen = new Map<string, string>();
  for (const [synonym, column] of columnSynonyms) {
    const plain = plainName(synonym);
    expect(names).toContain(column);
    expect(seen.get(plain) ?? column, synonym).toBe(column);
    expect(names.map(plainName), synonym).not.toContain(plain);
    seen.set(plain, column);
  }
});
