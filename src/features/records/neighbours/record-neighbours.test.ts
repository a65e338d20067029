import { expect, test } from 'vitest';

import type { ReadRecord } from '#src/api/read-record.ts';
import { type ListPage, pageSearch } from '#src/api/records/list/record-source.ts';

import { findAdjacent, findNeighbours, placeIn } from './record-neighbours.tsx';

const row = (id: string): ReadRecord<{ id: string }> => ({ ok: true, record: { id }, extra: {} });

/** Pages of two records each, counted by the service. */
const pages: Readonly<Record<number, readonly string[]>> = {
  1: ['a', 'b'],
  2: ['c', 'd'],
  3: ['e'],
};
const load = (search: { page: number }): Promise<ListPage<ReadRecord<{ id: string }>>> =>
  Promise.resolve({
    rows: (pages[search.page] ?? []).map(row),
    total: 5,
    next: `after ${search.page}`,
    prev: `before ${search.page}`,
  });
const searchOf = (page: number) => ({ page, pageSize: 2, cursor: '' });

test('the neighbours of a record are beside it on its page', async () => {
  const search = searchOf(2);
  expect(await findNeighbours('d', search, load)).toMatchObject({ previous: { id: 'c', search } });
});

test('at the edge of a page they are on the page before or after it', async () => {
  const shown = { next: 'after 2', prev: 'before 2' };
  expect(await findNeighbours('c', searchOf(2), load)).toMatchObject({
    previous: { id: 'b', search: pageSearch(searchOf(2), 1, shown) },
    next: { id: 'd' },
  });
  expect(await findNeighbours('d', searchOf(2), load)).toMatchObject({
    previous: { id: 'c' },
    next: { id: 'e', search: { page: 3, cursor: 'after 2' } },
  });
});

test('the first record has none before it, the last none after it', async () => {
  expect((await findNeighbours('a', searchOf(1), load)).previous).toBeUndefined();
  expect((await findNeighbours('e', searchOf(3), load)).next).toBeUndefined();
});

test('a record that is not in the list has none', async () => {
  expect(await findNeighbours('z', searchOf(1), load)).toEqual({
    previous: undefined,
    next: undefined,
  });
});

test('a page that was not opened from a list has no place in one', () => {
  expect(placeIn(null)).toBeUndefined();
  expect(placeIn({ list: 7 })).toBeUndefined();
  expect(placeIn({ list: '/leads?page=2' })).toEqual({ list: '/leads?page=2' });
});

test('the neighbours of a record that stood among others are those beside it', () => {
  const state = { among: ['/deals/a', '/leads/b', '/deals/c'] };
  expect(findAdjacent(state, '/leads/b')).toEqual({
    previous: { type: 'deal', to: '/deals/a' },
    next: { type: 'deal', to: '/deals/c' },
  });
  expect(findAdjacent(state, '/deals/a')?.previous).toBeUndefined();
  expect(findAdjacent(state, '/deals/elsewhere')).toBeUndefined();
  expect(findAdjacent({ among: ['/deals/a', '/sign-out'] }, '/deals/a')?.next).toBeUndefined();
  expect(findAdjacent({ list: '/deals' }, '/deals/a')).toBeUndefined();
});
