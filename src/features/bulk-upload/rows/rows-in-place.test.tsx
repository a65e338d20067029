import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Changed, Sheet, SheetSummary } from '#src/bulk-upload/rows/sheet.ts';
import { fakeSheet } from '#src/testing/fake-sheet.ts';

import { RowsGrid } from './rows-grid.tsx';

/** The rows to fix of a file whose row 3 alone is invalid. `onFound` receives what reports news. */
function Page({ sheet, first, onFound }: PageProps) {
  const [{ summary, changes }, setState] = useState({ summary: first, changes: 0 });
  onFound(() => setState((before) => ({ ...before, summary: { ...before.summary } })));
  return (
    <RowsGrid
      {...{ sheet, summary, changes }}
      filter={{ kind: 'invalid' }}
      visits={0}
      fileColumns={templateColumns.map(({ name }) => name)}
      status={null}
      onFilter={vi.fn()}
      onChanged={(changed: Changed) =>
        setState((before) => ({ summary: changed.summary, changes: before.changes + 1 }))
      }
    />
  );
}

interface PageProps {
  sheet: Sheet;
  first: SheetSummary;
  onFound: (notify: () => void) => void;
}

test('a corrected row keeps its place and the focus when leads are found meanwhile', async () => {
  const { sheet, summary } = fakeSheet(4, (row) => [
    `Ana${row}`,
    'Example',
    `Company ${row}`,
    row === 3 ? '0491 570 156' : '+61491570156',
  ]);
  let notifyFound = () => {};
  render(<Page sheet={sheet} first={summary()} onFound={(notify) => (notifyFound = notify)} />);
  const user = userEvent.setup();
  const phone = () => screen.getByRole('grid').querySelector('td[data-column="3"]');
  await screen.findByText('Ana3');
  await user.click(phone() as Element);
  await user.keyboard('+61491570157{Enter}');
  await waitFor(() => expect(phone()).not.toHaveAttribute('aria-invalid'));
  expect(phone()).toHaveFocus();

  const read = vi.spyOn(sheet, 'rows');
  const firstName = screen.getByText('Ana3');
  await act(async () => notifyFound());
  await waitFor(() => expect(read).toHaveBeenCalled());
  await act(async () => read.mock.results[0]?.value);
  expect(firstName).toBeInTheDocument();
  expect(phone()).toHaveTextContent('+61491570157');
  expect(phone()).toHaveFocus();
});
