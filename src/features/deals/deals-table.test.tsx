import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import { parseQuery } from '#contract/query-string.ts';
import { deal } from '#contract/v1/deals.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { dealSource } from '#src/api/records/deals.ts';
import { RecordsTable } from '#src/features/records/records-list.tsx';

import { dealType } from './deal-type.tsx';

const empty = emptyResponse(deal);

test('each row names the client: the customer is added to a name that doesn’t contain it', () => {
  const rows = [
    { name: 'SO-2291', customer: 'Southern Orchards' },
    { name: 'Southern Orchards – renewal', customer: 'SOUTHERN ORCHARDS' },
    { name: '', customer: 'Southern Orchards' },
    { name: 'SO-2292', customer: '' },
    { name: 'Aurora Farms', customer: 'Ora' },
  ].map(({ name, customer }, index) => ({
    ok: true as const,
    record: {
      ...empty,
      id: `d${index}`,
      fields: { ...empty.fields, name, customer: { id: 'c', name: customer } },
    },
    extra: {},
  }));
  render(
    <MemoryRouter>
      <RecordsTable
        records={dealType}
        rows={rows}
        isStale={false}
        search={parseQuery(dealSource.pageSchema, new URLSearchParams())}
        readerRole="support"
        capabilities={{ sort: false, home: false, recordSearch: false }}
      />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'SO-2291 Southern Orchards',
    'Southern Orchards – renewal',
    'Southern Orchards',
    'SO-2292',
    'Aurora Farms Ora',
  ]);
});

test('newest first, deals show when they were created, and a card whom they wait on', () => {
  render(
    <MemoryRouter>
      <RecordsTable
        records={dealType}
        rows={[]}
        isStale={false}
        search={parseQuery(dealSource.pageSchema, new URLSearchParams())}
        readerRole="partner-admin"
        capabilities={{ sort: true, home: true, recordSearch: true }}
      />
    </MemoryRouter>,
  );
  const header = (name: string) => screen.getByRole('columnheader', { name });
  expect(header('Created')).toBeInTheDocument();
  expect(header('Waiting on')).not.toHaveAttribute('data-min-table-width');
  expect(screen.queryByRole('columnheader', { name: 'In status' })).toBeNull();
  expect(header('Waiting on')).toHaveAttribute('data-card', 'mark');
  expect(header('Contact')).toHaveAttribute('data-card', 'owner');
});
