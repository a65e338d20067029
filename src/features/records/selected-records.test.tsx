import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';

import { selectedRows, useSelectedRows } from '#src/ui/table/row-selection.tsx';
import { type Column, Table } from '#src/ui/table/table.tsx';

import { SelectionBar } from './selected-records.tsx';

const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'];
const columns: Column<string>[] = [{ header: 'Client', cell: (name) => name, card: 'title' }];

beforeEach(() => {
  selectedRows.set({ of: '', ids: new Set(), isAll: false, isSelecting: false });
  Element.prototype.checkVisibility = () => true;
});

/** A list whose last row can't be displayed. */
function List({ of, rows }: { of: string; rows: readonly string[] }) {
  const selected = useSelectedRows(of);
  const idsOf = (name: string) => (name === 'Eve' ? [] : [name]);
  return (
    <MemoryRouter>
      <main>
        <Table
          label="Leads"
          columns={columns}
          rows={rows}
          getRowPath={(name) => `/leads/${name}`}
          rowError={(name) => (name === 'Eve' ? 'Couldn’t be displayed' : undefined)}
          selection={{ selected, idsOf, nameOf: (name) => name }}
        />
        <SelectionBar
          type="lead"
          selected={selected}
          pageIds={rows.map((name) => idsOf(name)[0])}
          total={1234}
          actions={<button type="button">Reassign…</button>}
        />
      </main>
    </MemoryRouter>
  );
}

function open() {
  const { rerender } = render(<List of="leads?" rows={names} />);
  return {
    user: userEvent.setup(),
    show: (of: string, rows = names) => rerender(<List {...{ of, rows }} />),
  };
}
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const checked = () =>
  names.filter(
    (name) => screen.queryByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })?.checked,
  );
const readText = () => screen.getByRole('region', { name: 'Selected leads' }).textContent;

test('the box of the page is half checked for some of its rows, and selects the others', async () => {
  const { user } = open();
  expect(screen.queryByRole('region')).toBeNull();
  await user.click(box('Ben'));
  expect(box('this page')).toBePartiallyChecked();
  expect(readText()).toContain('1 lead selected');
  await user.click(box('this page'));
  expect(box('this page')).toBeChecked();
  expect(checked()).toEqual(['Ada', 'Ben', 'Cleo', 'Dan']);
  await user.click(box('this page'));
  expect(checked()).toEqual([]);
  expect(screen.queryByRole('region')).toBeNull();
});

test('a click with Shift selects the rows between; one on a selected row removes them', async () => {
  const { user } = open();
  await user.click(box('Ada'));
  await user.keyboard('{Shift>}');
  await user.click(box('Dan'));
  expect(checked()).toEqual(['Ada', 'Ben', 'Cleo', 'Dan']);
  await user.click(box('Ben'));
  await user.keyboard('{/Shift}');
  expect(checked()).toEqual(['Ada']);
});

test('Shift and arrow keys select from the row with the focus, and shrink on the way back', async () => {
  const { user } = open();
  screen.getByRole('link', { name: 'Ben' }).focus();
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}');
  expect(checked()).toEqual(['Ben', 'Cleo', 'Dan']);
  expect(screen.getByRole('link', { name: 'Dan' })).toHaveFocus();
  await user.keyboard('{ArrowUp}{/Shift}');
  expect(checked()).toEqual(['Ben', 'Cleo']);
});

test('Escape and Clear select nothing; the focus of Clear goes to the table', async () => {
  const { user } = open();
  await user.click(box('Ada'));
  await user.keyboard('{Escape}');
  expect(checked()).toEqual([]);
  expect(box('Ada')).toHaveFocus();
  await user.click(box('Ada'));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(checked()).toEqual([]);
  expect(box('this page')).toHaveFocus();
});

test('all of the list: further pages are selected too; without one row, the others of the page', async () => {
  const { user, show } = open();
  await user.click(box('this page'));
  expect(readText()).toContain('All 4 on this page are selected.');
  await user.click(screen.getByRole('button', { name: 'Select all 1,234 leads of this list' }));
  expect(screen.getByRole('button', { name: 'Reassign…' })).toHaveFocus();
  expect(readText()).toContain('All 1,234 leads selected');
  show('leads?', ['Fay', 'Gil']);
  expect(box('Gil')).toBeChecked();
  await user.click(box('Gil'));
  expect(box('Fay')).toBeChecked();
  expect(readText()).toContain('1 lead selected');
});

test('a selection stays on other pages, and ends with the filters', async () => {
  const { user, show } = open();
  await user.click(box('Ben'));
  show('leads?', ['Fay']);
  expect(readText()).toContain('1 lead selected');
  show('leads?');
  expect(checked()).toEqual(['Ben']);
  show('leads?status=New');
  expect(checked()).toEqual([]);
  show('leads?');
  expect(checked()).toEqual([]);
});
