import { expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { assignColumn, assignedColumns, columnsToRemember } from './assigned-columns.ts';
import { columnSynonyms } from './column-synonyms.ts';
import { compactName } from './header-names.ts';
import { matchColumns, requiredMissing, toColumnTargets } from './template-columns.ts';

const names = templateColumns.map(({ name }) => name);

function differences(header: readonly string[]) {
  return matchColumns(header).filter(({ difference }) => difference !== 'same');
}

it('the template’s own header has no differences and needs no mapping', () => {
  expect(differences(names)).toEqual([]);
  expect(toColumnTargets(matchColumns(names))).toBeNull();
});

it('case, spaces and signs are a difference of spelling', () => {
  const header = names.map((name) => ` ${name.toUpperCase().replace('.', ' - ')} `);
  expect(differences(header).every(({ difference }) => difference === 'spelling')).toBe(true);
  expect(toColumnTargets(matchColumns(header))).toEqual(names);
});

it('the words of the form name their columns', () => {
  const found = matchColumns(templateColumns.map(({ label }) => label));
  expect(found.map(({ column }) => column)).toEqual(names);
});

it('a column in another position is the same, and is mapped', () => {
  const header = [...names.slice(1, 10), 'firstName', ...names.slice(10)];
  expect(differences(header)).toEqual([]);
  expect(toColumnTargets(matchColumns(header))).toEqual(header);
});

it('the surest header gets the column; a second one joins it or is ignored', () => {
  const found = matchColumns(['Mobile', 'phone', 'PHONE', 'Name', '', 'ABN no', 'ABN']);
  expect(found.slice(0, 7).map(({ column, difference }) => [column, difference])).toEqual([
    ['secondaryPhone', 'joined'],
    ['phone', 'same'],
    ['phone', 'joined'],
    ['firstName', 'synonym'],
    [null, 'extra'],
    [null, 'repeated'],
    ['abn', 'spelling'],
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
  for (const { column, names: synonyms } of columnSynonyms) {
    expect(names).toContain(column);
    for (const synonym of synonyms) {
      const name = compactName(synonym);
      expect(seen.get(name) ?? column, synonym).toBe(column);
      expect(names.map(compactName), synonym).not.toContain(name);
      seen.set(name, column);
    }
  }
});

it.each([
  ['Turnover (annual)', null],
  ["Loan amount ('000)", null],
  ['Loan amount (k)', null],
  ['Client: Monthly turnover ($ thousands)', null],
  ['Loan amount (AUD, required)', 'amountRequested'],
  ['Turnover (per month)', 'averageMonthlyTurnover'],
  ['Date of birth (day/month/year)', 'dateOfBirth'],
])(
  'amounts of another measure are not matched by their name alone: %s goes to %s',
  (header, to) => {
    expect(matchColumns([header])[0]?.column).toBe(to);
  },
);

it('a column the user assigns is no longer missing, and taking it back is as before', () => {
  const recognised = matchColumns(['First name', 'Surname', 'Company', 'Ring me on']);
  const columns = toColumnTargets(recognised);
  expect(requiredMissing(recognised)).toEqual(['phone']);
  const assigned = assignColumn(recognised, columns, 3, 'phone');
  expect(assigned).toEqual(['firstName', 'lastName', 'companyName', 'phone']);
  const found = assignedColumns(recognised, assigned);
  expect(found[3]).toMatchObject({ column: 'phone', difference: 'assigned' });
  expect(requiredMissing(found)).toEqual([]);
  expect(assignColumn(recognised, assigned, 3, null)).toEqual(columns);
});

it('a column of the exact template can be assigned too', () => {
  const recognised = matchColumns(names);
  const columns = assignColumn(recognised, null, 1, null);
  expect(columns?.slice(0, 3)).toEqual(['firstName', null, 'companyName']);
  expect(assignColumn(recognised, columns, 1, 'lastName')).toBeNull();
});

it('only what the header alone does not say is remembered', () => {
  const header = [
    'First name',
    'Surname',
    'Company',
    'Ring me on',
    'Shoe size',
    '',
    'Twice',
    'TWICE',
  ];
  const recognised = matchColumns(header);
  const columns = ['firstName', 'lastName', null, 'phone', null, 'notes', 'notes', null];
  expect(columnsToRemember(recognised, columns, new Map())).toEqual([
    { header: 'company', target: null },
    { header: 'ringmeon', target: 'phone' },
  ]);
  const remembered = new Map([
    ['company', null],
    ['shoesize', 'notes'],
  ]);
  expect(columnsToRemember(matchColumns(header, remembered), columns, remembered)).toEqual([
    { header: 'ringmeon', target: 'phone' },
    { header: 'shoesize', target: null },
  ]);
});
