import { beforeEach, describe, expect, it } from 'vitest';

import { type Cells, openTestSheet, validCells } from '#src/testing/test-sheet.ts';

let sheet: ReturnType<typeof openTestSheet>['sheet'];
let read: ReturnType<typeof openTestSheet>['read'];

beforeEach(() => {
  ({ sheet, readQuoted: read } = openTestSheet());
});

const all = { kind: 'all' } as const;
const invalid = { kind: 'invalid' } as const;
const by = (column: string, isDescending = false) => ({ column, isDescending });
const lead = (n: number, cells: Cells) => ({ ...validCells(n), ...cells });

/** Returns the numbers of the rows in the order shown. */
async function numbersOf(filter: typeof all | typeof invalid, sort: ReturnType<typeof by>) {
  const count = await sheet.count(filter, sort);
  const rows = await sheet.rows(filter, 0, count, sort);
  return rows.map(({ row }) => row);
}

describe('rows sorted by a column', () => {
  it('are in the order of numbers as submitted, blank ones last in both directions', async () => {
    const amounts = ['90000', '$250', '', '1,000', 'none', '8'];
    await read(...amounts.map((amountRequested, n) => lead(n, { amountRequested })));
    const sort = by('amountRequested');
    expect(await numbersOf(all, sort)).toEqual([7, 3, 5, 2, 6, 4]);
    expect(await numbersOf(all, by('amountRequested', true))).toEqual([6, 2, 5, 3, 7, 4]);
  });

  it('are in the order of texts without case and accents; equal ones stay in file order', async () => {
    const names = ['Zoë', 'āria', 'bo', 'Bo', 'Aria'];
    await read(...names.map((firstName, n) => lead(n, { firstName })));
    expect(await numbersOf(all, by('firstName'))).toEqual([3, 6, 4, 5, 2]);
    expect(await numbersOf(all, by('firstName', true))).toEqual([2, 4, 5, 3, 6]);
  });

  it('are those of the filter, found by their number and by their errors', async () => {
    await read(
      lead(1, { firstName: 'Cy', phone: '1' }),
      lead(2, { firstName: 'Bo' }),
      lead(3, { firstName: 'Al', phone: '2' }),
      lead(4, { firstName: 'Al' }),
    );
    const sort = by('firstName');
    expect(await numbersOf(invalid, sort)).toEqual([4, 2]);
    expect(await numbersOf(all, sort)).toEqual([4, 5, 3, 2]);
    expect(await sheet.sortedIndex(all, sort, 3)).toBe(2);
    expect(await sheet.sortedError(all, sort, 0, 'next')).toBe(3);
    expect(await sheet.sortedError(all, sort, 3, 'previous')).toBe(0);
    expect(await sheet.sortedError(all, sort, 3, 'next')).toBe(-1);
    expect(await sheet.sortedError(all, sort, 0, 'previous')).toBe(-1);
  });

  it('keep their places while they are edited, and are sorted anew on request', async () => {
    await read(...['Cy', 'Bo', 'Al'].map((firstName, n) => lead(n, { firstName, phone: '1' })));
    const sort = by('firstName');
    expect(await numbersOf(invalid, sort)).toEqual([4, 3, 2]);
    await sheet.edit([
      { row: 4, column: 'firstName', text: 'Zed' },
      { row: 3, column: 'phone', text: '+61491570156' },
    ]);
    expect(await numbersOf(invalid, sort)).toEqual([4, 2]);
    await sheet.undo();
    expect(await numbersOf(invalid, sort)).toEqual([4, 2, 3]);
    await sheet.redo();
    expect(await numbersOf(invalid, by('firstName', true))).toEqual([4, 2]);
    expect(await numbersOf(invalid, sort)).toEqual([2, 4]);
  });

  it('are sorted in runs that are merged: 20,000 rows, while other requests are answered', async () => {
    const amounts = Array.from({ length: 20_000 }, (_, n) => (n * 7_919) % 20_011);
    await read(...amounts.map((amount, n) => lead(n, { amountRequested: String(amount) })));
    const sort = by('amountRequested');
    const sorting = sheet.count(all, sort);
    expect(await sheet.rows(all, 0, 1)).toHaveLength(1);
    expect(await sorting).toBe(20_000);
    const sorted = amounts.toSorted((one, other) => one - other);
    for (const first of [0, 4_090, 12_288, 19_500]) {
      const rows = await sheet.rows(all, first, 500, sort);
      expect(rows.map(({ row }) => amounts[row - 2])).toEqual(sorted.slice(first, first + 500));
    }
  });
});
