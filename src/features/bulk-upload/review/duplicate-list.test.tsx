import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';

import type { DuplicateGroup } from '#src/bulk-upload/rows/sheet.ts';
import { emptySummary } from '#src/testing/fake-upload.ts';

import { DuplicateList } from './duplicate-list.tsx';

const shares = (row: number, of: number, isLeftOut = false): DuplicateGroup => ({
  row,
  of: { row: of },
  shared: 'business number',
  isLeftOut,
});

function show(all: readonly DuplicateGroup[]) {
  const onDecide = vi.fn();
  const duplicates = vi.fn(async (_: unknown, from: number, count: number) =>
    all.slice(from, from + count),
  );
  render(
    <MemoryRouter>
      <DuplicateList
        sheet={{ duplicates }}
        summary={{ ...emptySummary, duplicateRows: all.length }}
        of="rows"
        onDecide={onDecide}
      />
    </MemoryRouter>,
  );
  return onDecide;
}

test('24 rows with one business number are one line, decided together or one by one', async () => {
  const rows = Array.from({ length: 24 }, (_, at) => at + 3);
  const onDecide = show([...rows.map((row) => shares(row, 2)), shares(40, 30, true)]);
  const which = 'rows 3, 4, 5, 6, 7 and 19 more';
  expect(
    await screen.findByText(`24 rows have the same business number as row 2: ${which}`),
  ).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: `Leave all out: ${which}` }));
  expect(onDecide).toHaveBeenLastCalledWith(rows, true);
  await userEvent.click(screen.getByRole('button', { name: 'Include row 40' }));
  expect(onDecide).toHaveBeenLastCalledWith([40], false);
  await userEvent.click(screen.getByRole('button', { name: `Show each: ${which}` }));
  await userEvent.click(screen.getByRole('button', { name: 'Leave out row 9' }));
  expect(onDecide).toHaveBeenLastCalledWith([9], true);
});

test('a line says how many of its rows are left out', async () => {
  const onDecide = show([shares(3, 2, true), shares(4, 2), shares(7, 6, true), shares(8, 6, true)]);
  expect(await screen.findByText(/as row 2: rows 3, 4 \(1 left out\)$/)).toBeVisible();
  expect(screen.getByText(/as row 6: rows 7, 8 \(all left out\)$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Include all: rows 7, 8' }));
  expect(onDecide).toHaveBeenLastCalledWith([7, 8], false);
});

test('of many lines the first are shown, and the others on request', async () => {
  show(Array.from({ length: 30 }, (_, at) => shares(2 * at + 3, 2 * at + 2)));
  await screen.findByText('Row 3 has the same business number as row 2');
  for (const lines of [5, 25, 30]) {
    expect(screen.getAllByRole('listitem')).toHaveLength(lines);
    const more = screen.queryByRole('button', { name: 'Show more' });
    if (more) await userEvent.click(more);
  }
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('a line of a huge file does not say that it has all its rows before it has', async () => {
  show(Array.from({ length: 1_005 }, (_, at) => shares(at + 3, 2)));
  expect(await screen.findByText(/^At least 1,000 rows have the same/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText(/^1,005 rows have the same/)).toBeVisible();
});
