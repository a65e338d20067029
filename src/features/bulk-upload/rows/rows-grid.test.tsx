import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { templateColumns } from '#contract/bulk-upload/lead-template.ts';
import type { Changed, RowFilter } from '#src/bulk-upload/rows/sheet.ts';
import { makeSheet, RowsPage } from '#src/testing/rows-page.tsx';

const onChanged = vi.fn<(changed: Changed) => void>();
beforeEach(() => onChanged.mockReset());

async function open(filter: RowFilter = { kind: 'all' }, rows = 400) {
  const { sheet, summary } = makeSheet(rows);
  render(<RowsPage {...{ sheet, onChanged }} first={summary()} firstFilter={filter} />);
  const user = userEvent.setup();
  await screen.findByText(filter.kind === 'all' ? 'Ana2' : 'Ana10');
  return { user, sheet };
}

/** Returns the cell at a row number and a column name. */
function cell(
  row: number,
  column: 'firstName' | 'lastName' | 'companyName' | 'phone',
): HTMLElement {
  const columnIndex = ['firstName', 'lastName', 'companyName', 'phone'].indexOf(column);
  const header = screen.getByText(String(row), { selector: 'th[scope="row"]' });
  const found = header.parentElement?.querySelector<HTMLElement>(`[data-column="${columnIndex}"]`);
  if (!found) throw new Error(`Row ${row} has no cell ${column}.`);
  return found;
}

async function startAt(user: ReturnType<typeof userEvent.setup>, element: HTMLElement) {
  await user.click(element);
  expect(element).toHaveFocus();
}

test('is a grid that tells its whole size, with one tab stop, and draws a part of it', async () => {
  const { user } = await open();
  const grid = screen.getByRole('grid', { name: 'All rows' });
  expect(grid).toHaveAttribute('aria-rowcount', '401');
  expect(grid).toHaveAttribute('aria-colcount', '62');
  expect(within(grid).getAllByRole('row').length).toBeLessThan(60);
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  expect(within(grid).getByRole('columnheader', { name: 'Phone' })).toBeInTheDocument();
  await startAt(user, cell(2, 'firstName'));
  await user.tab();
  expect(grid.contains(document.activeElement)).toBe(false);
});

test('arrows, Home, End, pages and their far forms move the focus; far rows come as they are reached', async () => {
  const { user } = await open();
  await startAt(user, cell(2, 'firstName'));
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(cell(3, 'lastName')).toHaveFocus();
  await user.keyboard('{Control>}{ArrowDown}{/Control}');
  await screen.findByText('Ana401');
  expect(cell(401, 'lastName')).toHaveFocus();
  await user.keyboard('{Home}');
  expect(cell(401, 'firstName')).toHaveFocus();
  await user.keyboard('{End}');
  expect(document.activeElement).toHaveAttribute('aria-colindex', '62');
  await user.keyboard('{Control>}{Home}{/Control}{PageDown}{PageUp}');
  expect(cell(2, 'firstName')).toHaveFocus();
});

test('an invalid cell is marked, and its error is announced when it has the focus', async () => {
  const { user } = await open();
  const invalid = cell(10, 'phone');
  expect(invalid).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByRole('rowheader', { name: /^10.*to fix/ })).toBeInTheDocument();
  await startAt(user, invalid);
  expect(invalid).toHaveAccessibleDescription(/\+/);
  await user.keyboard('{F8}');
  await waitFor(() => expect(cell(20, 'phone')).toHaveFocus());
  await user.keyboard('{Shift>}{F8}{/Shift}');
  await waitFor(() => expect(cell(10, 'phone')).toHaveFocus());
  await user.keyboard('{Shift>}{F8}{/Shift}');
  expect(await screen.findAllByText('No errors before this cell.')).not.toHaveLength(0);
});

test('typing replaces a cell, Enter goes down, and the answer is announced; undo and redo take it back and again', async () => {
  const { user } = await open();
  await startAt(user, cell(10, 'phone'));
  await user.keyboard('+61491570157{Enter}');
  expect(cell(11, 'phone')).toHaveFocus();
  await screen.findByText('Row 10, Phone: correct. 39 rows to fix.');
  expect(cell(10, 'phone')).toHaveTextContent('+61491570157');
  expect(cell(10, 'phone')).not.toHaveAttribute('aria-invalid');
  expect(onChanged.mock.lastCall?.[0].edits).toEqual([
    { row: 10, column: 'phone', text: '+61491570157' },
  ]);
  await user.keyboard('{ArrowUp}');
  expect(cell(10, 'phone')).toHaveAccessibleDescription('In the file: 0491 570 156');

  await user.keyboard('{Control>}z{/Control}');
  await screen.findByText('Undone: row 10, Phone.');
  expect(cell(10, 'phone')).toHaveTextContent('0491 570 156');
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await screen.findByText('Redone: row 10, Phone.');
  expect(cell(10, 'phone')).toHaveTextContent('+61491570157');
});

test('F2 keeps the text, Tab goes right, Escape takes back, Alt+Enter breaks the line, Delete clears', async () => {
  const { user } = await open();
  await startAt(user, cell(2, 'firstName'));
  await user.keyboard('{F2} Maria{Tab}');
  expect(cell(2, 'lastName')).toHaveFocus();
  expect(cell(2, 'firstName')).toHaveTextContent('Ana2 Maria');
  await user.keyboard('Lost{Escape}');
  expect(cell(2, 'lastName')).toHaveFocus();
  expect(cell(2, 'lastName')).toHaveTextContent('Example');
  await user.keyboard('{Enter}{Alt>}{Enter}{/Alt}Two{Enter}{ArrowUp}');
  await waitFor(() => expect(cell(2, 'lastName')).toHaveTextContent('Example ↵ Two'));
  await user.keyboard('{Delete}');
  await screen.findByText(/^Row 2, Last name: Enter a last name\./);
});

test('a block is selected, copied as a spreadsheet does, pasted elsewhere, and undone in one step', async () => {
  const { user } = await open();
  await startAt(user, cell(2, 'firstName'));
  await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
  expect(screen.getByText('2 by 2 cells selected')).toBeInTheDocument();
  expect(cell(3, 'lastName')).toHaveAttribute('aria-selected', 'true');
  const clipboardData = { setData: vi.fn(), getData: () => 'Zoë\t"Two\nlines"\r\nLi\tBa\r\n' };
  fireEvent.copy(cell(2, 'firstName'), { clipboardData });
  expect(clipboardData.setData).toHaveBeenCalledWith(
    'text/plain',
    'Ana2\tExample\r\nAna3\tExample',
  );

  await startAt(user, cell(5, 'firstName'));
  fireEvent.paste(cell(5, 'firstName'), { clipboardData });
  await screen.findByText(/^4 cells changed\./);
  expect(cell(5, 'lastName')).toHaveTextContent('Two ↵ lines');
  expect(cell(6, 'firstName')).toHaveTextContent('Li');
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(cell(6, 'firstName')).toHaveTextContent('Ana6'));
  expect(cell(5, 'lastName')).toHaveTextContent('Example');
});

test('a block that does not fit is rejected as a whole', async () => {
  const { user } = await open({ kind: 'all' }, 10);
  await startAt(user, cell(11, 'firstName'));
  fireEvent.paste(cell(11, 'firstName'), { clipboardData: { getData: () => 'a\r\nb' } });
  expect(screen.getAllByText(/doesn’t fit here\. Nothing was pasted\./)).not.toHaveLength(0);
  expect(onChanged).not.toHaveBeenCalled();
});

test('among the rows to fix, a corrected row keeps its place until they are read anew', async () => {
  const { user } = await open({ kind: 'invalid' });
  await startAt(user, cell(10, 'phone'));
  await user.keyboard('+61491570157{Enter}');
  await screen.findByText(/^Row 10, Phone: correct\./);
  expect(cell(10, 'phone')).toHaveTextContent('+61491570157');
  expect(cell(20, 'phone')).toHaveFocus();
  await user.keyboard('+61491570158{Enter}');
  await screen.findByText(/^Row 20, Phone: correct\./);
  expect(cell(30, 'phone')).toHaveFocus();
  await user.selectOptions(screen.getByLabelText('Rows shown'), 'All rows (400)');
  await screen.findByText('Ana2');
  await user.selectOptions(screen.getByLabelText('Rows shown'), 'Rows to fix (38)');
  await waitFor(() => expect(screen.queryByText('Ana20')).toBeNull());
  expect(screen.getByText('Ana30')).toBeInTheDocument();
});

test('among the rows to fix, a long block of corrected rows goes at once', async () => {
  const { user } = await open({ kind: 'invalid' }, 1_200);
  await startAt(user, cell(10, 'phone'));
  const phones = Array.from({ length: 101 }, (_, row) => `+614915${String(70_000 + row)}`);
  const clipboardData = { getData: () => phones.join('\r\n') };
  fireEvent.paste(cell(10, 'phone'), { clipboardData });
  await screen.findByText('101 cells changed. 19 rows to fix.');
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '20');
});

test('a row is gone to by its number, or said not to be shown', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText('Go to row'), '333{Enter}');
  await waitFor(() => expect(cell(333, 'firstName')).toHaveFocus());
  await user.selectOptions(screen.getByLabelText('Rows shown'), 'Rows to fix (40)');
  expect(await screen.findByRole('grid', { name: 'Rows to fix' })).toBeInTheDocument();
  await user.clear(screen.getByLabelText('Go to row'));
  await user.type(screen.getByLabelText('Go to row'), '333{Enter}');
  expect(await screen.findAllByText('Row 333 is not among the rows shown.')).not.toHaveLength(0);
});

test('a submitted row cannot be changed', async () => {
  const { sheet } = makeSheet(50);
  const after = await sheet.setSubmitted([[2, 3]]);
  render(<RowsPage {...{ sheet }} first={after} firstFilter={{ kind: 'all' }} />);
  await screen.findByText('Ana2');
  const user = userEvent.setup();
  await startAt(user, cell(2, 'firstName'));
  await user.keyboard('{Delete}');
  expect(await screen.findAllByText(/Row 2 is already a lead/)).not.toHaveLength(0);
  await user.keyboard('x');
  expect(screen.queryByRole('textbox', { name: /First name/ })).toBeNull();
});

test('a choice is taken from the values offered', async () => {
  const { user } = await open();
  await startAt(user, cell(2, 'firstName'));
  const columnIndex = templateColumns.findIndex(({ field }) => field.kind === 'choice');
  await user.keyboard('{ArrowRight}'.repeat(columnIndex));
  await user.keyboard('{Enter}');
  const [first = '', second = ''] = templateColumns[columnIndex]?.field.values ?? [];
  expect(screen.getByRole('option', { name: first })).toBeInTheDocument();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await screen.findByText(/: correct\./);
  expect(screen.getByText(second)).toBeInTheDocument();
});
