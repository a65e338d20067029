import { expect, test } from 'vitest';

import { type NamedColumn, shownColumns } from './shown-columns.ts';

const columns: NamedColumn<string>[] = ['client', 'updatedAt', 'createdAt'].map((name) => ({
  name,
  header: name,
  cell: (row) => row,
  ...(name === 'updatedAt' && { isExtra: true }),
  ...(name === 'createdAt' && { minTableWidth: 1140 }),
}));
const shown = (orderedBy: string, chosen?: readonly string[]) =>
  shownColumns(
    columns.map((column) => ({
      ...column,
      ...(column.name === orderedBy && { order: 'descending' as const }),
    })),
    chosen,
  ).map(({ header, minTableWidth }) => [header, minTableWidth]);

test('an extra column is shown where the rows are in its order', () => {
  expect(shown('client')).toEqual([
    ['client', undefined],
    ['createdAt', 1140],
  ]);
  expect(shown('updatedAt')).toEqual([
    ['client', undefined],
    ['updatedAt', undefined],
    ['createdAt', 1140],
  ]);
});

test('chosen columns are shown in their order after the first, whatever the width', () => {
  expect(shown('createdAt', ['createdAt', 'unknown', 'updatedAt'])).toEqual([
    ['client', undefined],
    ['createdAt', undefined],
    ['updatedAt', undefined],
  ]);
});

test('the column of the order follows the chosen ones if it was not chosen', () => {
  expect(shown('updatedAt', ['createdAt']).map(([header]) => header)).toEqual([
    'client',
    'createdAt',
    'updatedAt',
  ]);
  expect(shown('createdAt', ['updatedAt']).map(([header]) => header)).toEqual([
    'client',
    'updatedAt',
    'createdAt',
  ]);
});
