import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { makeSheet, RowsPage } from '#src/testing/rows-page.tsx';

test('a corrected row keeps its place and the focus when leads are found meanwhile', async () => {
  const { sheet, summary } = makeSheet(4, (row) => row === 3);
  let notifyFound = () => {};
  render(
    <RowsPage
      sheet={sheet}
      first={summary()}
      firstFilter={{ kind: 'invalid' }}
      onFound={(notify) => (notifyFound = notify)}
    />,
  );
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

describe('on a phone', () => {
  const { innerWidth } = window;
  afterEach(() => void (window.innerWidth = innerWidth));

  function open(kind: 'all' | 'invalid') {
    window.innerWidth = 390;
    const { sheet, summary } = makeSheet(400);
    render(<RowsPage sheet={sheet} first={summary()} firstFilter={{ kind }} />);
  }
  const activeCell = () => screen.getByRole('grid').querySelector('td[tabindex="0"]');

  test('the first invalid cell is active, at the start and among other rows', async () => {
    open('invalid');
    await screen.findByText('Ana10');
    await waitFor(() => expect(activeCell()).toHaveTextContent('0491 570 156'));
    expect(document.body).toHaveFocus();
    await userEvent.selectOptions(screen.getByLabelText('Rows shown'), 'All rows (400)');
    await screen.findByRole('grid', { name: 'All rows' });
    await userEvent.selectOptions(screen.getByLabelText('Rows shown'), 'Rows to fix (40)');
    await waitFor(() => expect(activeCell()).toHaveTextContent('0491 570 156'));
  });

  test('among all rows it is the first cell', async () => {
    open('all');
    await screen.findByText('Ana2');
    await waitFor(() => expect(activeCell()).toHaveTextContent('Ana2'));
  });
});
