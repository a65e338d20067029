import { expect, test } from 'vitest';

import { type NamedColumn, shownColumns } from './shown-columns.ts';

const columns: NamedColumn<string>[] = ['client', 'updatedAt', 'createdAt'].map((name) => ({
  name,
  header: name,
  cell: (row) => row,
  ...(name === 'updatedAt' && { isExtra: true }),
  ...(name === 'createdAt' && { minTableWidth: 1140 }),
}));
const shown = (orderedBy: string, isUsual: boolean) =>
  shownColumns(
    columns.map((column) => ({
      ...column,
      ...(column.name === orderedBy && { order: 'descending' as const }),
    })),
    { isUsual },
  ).map(({ header, minTableWidth }) => [header, minTableWidth]);

test('an extra column is shown where the rows are in its order; others need a wider table', () => {
  expect(shown('createdAt', true)).toEqual([
    ['client', undefined],
    ['createdAt', 1140],
  ]);
  expect(shown('updatedAt', false)).toEqual([
    ['client', undefined],
    ['updatedAt', undefined],
    ['createdAt', 1240],
  ]);
});

test('the column of an unusual order is shown however narrow the table is', () => {
  expect(shown('createdAt', false)).toEqual([
    ['client', undefined],
    ['createdAt', undefined],
  ]);
});

test('chosen columns are shown in their order after the first, whatever the width', () => {
  const chosen = (orderedBy: string, names: readonly string[]) =>
    shownColumns(
      columns.map((column) => ({
        ...column,
        ...(column.name === orderedBy && { order: 'descending' as const }),
      })),
      { isUsual: orderedBy === 'createdAt', chosen: names },
    ).map(({ header, minTableWidth }) => [header, minTableWidth]);
  expect(chosen('createdAt', ['createdAt', 'unknown', 'updatedAt'])).toEqual([
    ['client', undefined],
    ['createdAt', undefined],
    ['updatedAt', undefined],
  ]);
  // The column that the rows are ordered by is always there.
  expect(chosen('updatedAt', ['createdAt']).map(([header]) => header)).toEqual([
    'client',
    'createdAt',
    'updatedAt',
  ]);
});
