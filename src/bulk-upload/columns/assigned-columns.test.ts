import { expect, it } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

import { assignColumn, assignedColumns, columnsToRemember } from './assigned-columns.ts';
import { toColumnTargets, matchColumns, requiredMissing } from './template-columns.ts';

const names = templateColumns.map(({ name }) => name);

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
