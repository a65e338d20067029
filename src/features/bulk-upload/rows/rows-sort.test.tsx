import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import { fakeSheet } from '#src/testing/fake-sheet.ts';

import { RowsGrid } from './rows-grid.tsx';

/** Shows 400 rows, each with the row's number in its first cell. */
async function open() {
  const { sheet, summary } = fakeSheet(400, (row) => [
    `Ana${row}`,
    'Example',
    `Company ${row}`,
    '+61491570156',
  ]);
  render(
    <RowsGrid
      sheet={sheet}
      summary={summary()}
      changes={0}
      filter={{ kind: 'all' }}
      visits={0}
      fileColumns={templateColumns.map(({ name }) => name)}
      status={null}
      onFilter={() => undefined}
      onChanged={() => undefined}
    />,
  );
  await screen.findByText('Ana2');
  return userEvent.setup();
}

/** Returns the cell of the column `firstName` or, at its right, `lastName` of a row. */
function cell(row: number, column: 'firstName' | 'lastName'): HTMLElement {
  const header = screen.getByText(String(row), { selector: 'th[scope="row"]' });
  const columnIndex = ['firstName', 'lastName'].indexOf(column);
  const found = header.parentElement?.querySelector<HTMLElement>(`[data-column="${columnIndex}"]`);
  return found ?? header;
}

test('rows are sorted by a header, with the keyboard too, and back to the order of the file', async () => {
  const user = await open();
  const headerOf = (name: string) => screen.getByRole('columnheader', { name });
  await user.click(cell(2, 'lastName'));
  await user.keyboard('{ArrowUp}{ArrowLeft}');
  expect(within(headerOf('firstName')).getByRole('button')).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(headerOf('firstName')).toHaveAttribute('aria-sort', 'ascending'));
  // As texts: Ana10, Ana100, Ana101 …
  await waitFor(() => expect(screen.getAllByRole('row')[2]).toHaveTextContent('Ana100'));
  expect(within(headerOf('firstName')).getByRole('button')).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('Ana99'));
  expect(headerOf('firstName')).toHaveAttribute('aria-sort', 'descending');
  await user.type(screen.getByLabelText('Go to row'), '100{Enter}');
  await waitFor(() => expect(cell(100, 'firstName')).toHaveFocus());
  await user.click(within(headerOf('firstName')).getByRole('button'));
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('Ana2'));
  expect(headerOf('firstName')).not.toHaveAttribute('aria-sort');
  await user.keyboard('{ArrowDown}');
  expect(cell(2, 'firstName')).toHaveFocus();
});
