import { expect, it } from 'vitest';

import { readByPages } from './pages.ts';

/** Reads rows of these lengths, and returns them with the sizes of the pages. */
async function read(lengths: readonly number[], lengthOf?: (row: Row) => number) {
  const all = lengths.map((length, at): Row => ({ at, length }));
  const pages: number[] = [];
  const rows: Row[] = [];
  const page = async (last: Row | undefined, limit: number) => {
    const found = all.slice((last?.at ?? -1) + 1).slice(0, limit);
    pages.push(found.length);
    return found;
  };
  for await (const row of readByPages(page, 1_000, lengthOf)) rows.push(row);
  expect(rows).toEqual(all);
  return pages;
}
interface Row {
  readonly at: number;
  readonly length: number;
}
const filled = (count: number, length: number) => Array.from({ length: count }, () => length);
const lengthOf = ({ length }: Row) => length;

it('rows of any length are read in pages of one size', async () => {
  expect(await read(filled(2_500, 1_000_000))).toEqual([1_000, 1_000, 500]);
});

it('short rows are read in pages that grow to this size', async () => {
  expect(await read(filled(3_000, 10), lengthOf)).toEqual([20, 80, 320, 1_000, 1_000, 580]);
});

it('long rows are read so few at once that a page has a million characters', async () => {
  expect(await read(filled(60, 100_000), lengthOf)).toEqual([20, 10, 10, 10, 10, 0]);
  expect(await read(filled(23, 5_000_000), lengthOf)).toEqual([20, 1, 1, 1, 0]);
  expect(await read([...filled(100, 10), ...filled(430, 50_000)], lengthOf)).toEqual([
    20, 80, 320, 20, 20, 20, 20, 20, 10,
  ]);
});

it('nothing is read of nothing', async () => {
  expect(await read([], lengthOf)).toEqual([0]);
});
