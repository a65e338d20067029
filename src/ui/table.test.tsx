import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import { type Column, Table } from './table.tsx';

interface Lead {
  id: string;
  name: string;
  amount: string;
}

const columns: Column<Lead>[] = [
  { head: 'Client', cell: (lead) => lead.name, card: 'title' },
  {
    head: 'Amount',
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
        rowTo={(lead) => `/leads/${lead.id}`}
        rowFault={(lead) => (lead.name === '' ? 'This lead cannot be shown' : undefined)}
        loadingRows={3}
      />
    </MemoryRouter>
  );
}

test('a row is named by its link; the order is told; an unreadable record is one marked row', () => {
  render(
    <Leads
      rows={[
        { id: '1', name: 'Alex Example', amount: '50,000' },
        { id: '2', name: '', amount: '?' },
      ]}
    />,
  );
  const table = screen.getByRole('table', { name: 'Leads' });
  expect(within(table).getByRole('rowheader', { name: 'Alex Example' })).toBeInTheDocument();
  expect(within(table).getByRole('link', { name: 'Alex Example' })).toHaveAttribute(
    'href',
    '/leads/1',
  );
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
