import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';

import { type Column, Table } from './table.tsx';

interface Lead {
  id: string;
  name: string;
  amount: string;
}

const columns: Column<Lead>[] = [
  { header: 'Client', cell: (lead) => lead.name, card: 'title', isVerbatim: true },
  {
    header: 'Amount',
    cell: (lead) => lead.amount,
    num: true,
    orderTo: '?sort=amount',
    order: 'descending',
  },
];

function Leads({ rows }: { rows: Lead[] | undefined }) {
  return (
    <MemoryRouter>
      <Table
        label="Leads"
        columns={columns}
        rows={rows}
        getRowPath={(lead) => `/leads/${lead.id}`}
        unreadText={(lead) => (lead.id === '3' ? 'Unread: changed by Pat Moss' : undefined)}
        rowError={(lead) => (lead.name === '' ? 'This lead cannot be shown' : undefined)}
        loadingRows={3}
      />
    </MemoryRouter>
  );
}

test('a browser that translates the page leaves names as they are, but not their header', () => {
  render(<Leads rows={[{ id: '1', name: 'Rose Field', amount: '50,000' }]} />);
  const untranslated = [...document.querySelectorAll('[translate="no"]')];
  expect(untranslated.map((element) => element.textContent)).toEqual(['Rose Field']);
});

test('a row is named by its link; the sort order is announced; an unreadable record is one marked row', () => {
  render(
    <Leads
      rows={[
        { id: '1', name: 'Alex Example', amount: '50,000' },
        { id: '2', name: '', amount: '?' },
        { id: '3', name: 'Bea Example', amount: '1' },
      ]}
    />,
  );
  const table = screen.getByRole('table', { name: 'Leads' });
  expect(within(table).getByRole('rowheader', { name: 'Alex Example' })).toBeInTheDocument();
  const link = within(table).getByRole('link', { name: 'Alex Example' });
  expect(link).toHaveAttribute('href', '/leads/1');
  // The link says that it is unread too, and not only the dot.
  expect(
    within(table).getByRole('link', {
      name: 'Bea Example',
      description: 'Unread: changed by Pat Moss',
    }),
  ).toBeInTheDocument();
  expect(within(table).getAllByRole('img')).toHaveLength(1);
  expect(within(table).getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect(
    within(table).getByRole('cell', { name: 'This lead cannot be shown' }),
  ).toBeInTheDocument();
});

test('while rows load, the table says so and keeps their room', () => {
  render(<Leads rows={undefined} />);
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(1 + 3);
});

function Place() {
  return <output>{useLocation().pathname}</output>;
}

const columnsWithCopy: Column<Lead>[] = [
  ...columns,
  { header: 'More', cell: () => <button type="button">Copy</button> },
];

function LeadsAndPlace() {
  return (
    <MemoryRouter>
      <Place />
      <Table
        label="Leads"
        columns={columnsWithCopy}
        rows={[
          { id: '1', name: 'Alex Example', amount: '50,000' },
          { id: '2', name: 'Robin Sample', amount: '60,000' },
        ]}
        getRowPath={(lead) => `/leads/${lead.id}`}
      />
    </MemoryRouter>
  );
}

test('a press on any cell leads where the link of its row does, unless on a control of its own', async () => {
  render(<LeadsAndPlace />);
  await userEvent.click(screen.getAllByRole('button', { name: 'Copy' })[0]!);
  expect(screen.getByRole('status')).toHaveTextContent(/^\/$/);
  await userEvent.click(screen.getByText('60,000'));
  expect(screen.getByRole('status')).toHaveTextContent('/leads/2');
  await userEvent.click(screen.getByText('50,000'));
  expect(screen.getByRole('status')).toHaveTextContent('/leads/1');
});

test('the middle button and a held key open a tab, and the list stays', async () => {
  const open = vi.fn<typeof window.open>();
  vi.stubGlobal('open', open);
  const user = userEvent.setup();
  render(<LeadsAndPlace />);
  await user.pointer({ keys: '[MouseMiddle]', target: screen.getByText('60,000') });
  await user.keyboard('{Meta>}');
  await user.click(screen.getByText('50,000'));
  await user.keyboard('{/Meta}');
  expect(open.mock.calls.map(([address]) => String(address))).toEqual([
    `${location.origin}/leads/2`,
    `${location.origin}/leads/1`,
  ]);
  expect(screen.getByRole('status')).toHaveTextContent(/^\/$/);
});

test('a mark that comes after the rows renders its own row alone', () => {
  const show = vi.fn<(lead: Lead) => string>((lead) => lead.name);
  const shownColumns: Column<Lead>[] = [{ header: 'Client', cell: show }];
  const rows = ['1', '2', '3'].map((id) => ({ id, name: `Client ${id}`, amount: '' }));
  const table = (unread?: string) => (
    <MemoryRouter>
      <Table
        label="Leads"
        columns={shownColumns}
        rows={rows}
        getRowPath={({ id }) => `/leads/${id}`}
        unreadText={({ id }) => (id === unread ? 'Unread: new' : undefined)}
      />
    </MemoryRouter>
  );
  const { rerender } = render(table());
  show.mockClear();
  rerender(table('2'));
  expect(screen.getByRole('img', { name: 'Unread: new' })).toBeInTheDocument();
  expect(show.mock.calls.map(([lead]) => lead.id)).toEqual(['2']);
});
