import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { RowFilter } from '#src/bulk-upload/rows/sheet.ts';
import { fakeSheet } from '#src/testing/fake-sheet.ts';

import { RowsGrid } from './rows-grid.tsx';

const { innerWidth } = window;
beforeEach(() => {
  window.innerWidth = 390;
});
afterEach(() => {
  window.innerWidth = innerWidth;
});

/** Shows 400 rows, of which every tenth has an invalid phone. */
function Page({ firstFilter }: { firstFilter: RowFilter }) {
  const [{ sheet, summary }] = useState(() =>
    fakeSheet(400, (row) => [
      `Ana${row}`,
      'Example',
      'Company',
      row % 10 === 0 ? '0491 570 156' : '+61491570156',
    ]),
  );
  const [filter, setFilter] = useState(firstFilter);
  return (
    <RowsGrid
      {...{ sheet, filter }}
      summary={summary()}
      changes={0}
      visits={0}
      fileColumns={templateColumns.map(({ name }) => name)}
      status={null}
      onFilter={setFilter}
      onChanged={vi.fn()}
    />
  );
}

const activeCell = () => screen.getByRole('grid').querySelector('td[tabindex="0"]');

test('on a phone the first invalid cell is active, at the start and among other rows', async () => {
  render(<Page firstFilter={{ kind: 'invalid' }} />);
  await screen.findByText('Ana10');
  await waitFor(() => expect(activeCell()).toHaveTextContent('0491 570 156'));
  expect(document.body).toHaveFocus();
  await userEvent.selectOptions(screen.getByLabelText('Rows shown'), 'All rows (400)');
  await screen.findByRole('grid', { name: 'All rows' });
  await userEvent.selectOptions(screen.getByLabelText('Rows shown'), 'Rows to fix (40)');
  await waitFor(() => expect(activeCell()).toHaveTextContent('0491 570 156'));
});

test('among all rows it is the first cell', async () => {
  render(<Page firstFilter={{ kind: 'all' }} />);
  await screen.findByText('Ana2');
  await waitFor(() => expect(activeCell()).toHaveTextContent('Ana2'));
});
