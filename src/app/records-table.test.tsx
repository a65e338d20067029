import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import type { Role } from '#contract/endpoint.ts';
import { markedDeal } from '#contract/portal/deal-list.ts';
import { markedLead } from '#contract/portal/lead-list.ts';
import { parseQuery } from '#contract/query-string.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import { dealSource } from '#src/api/records/deals.ts';
import { leadSource } from '#src/api/records/leads.ts';
import { dealType } from '#src/features/deals/deal-type.tsx';
import { leadType } from '#src/features/leads/lead-type.tsx';
import { RecordsTable } from '#src/features/records/records-list.tsx';

const empty = emptyResponse(markedLead);

interface Values {
  readonly status?: string;
  readonly subStatus?: string;
  readonly followUp?: string | null;
}

function open(
  role: Role,
  address = '',
  { followUp = null, ...statuses }: Values = {},
  contactId?: string,
  isRequested = false,
) {
  const fields = {
    ...empty.fields,
    firstName: 'Ida',
    companyName: 'Fern Dairy',
    brokerRep: { id: 'c1', firstName: 'Bea', lastName: 'Moss' },
    broker: { id: 'p1', name: 'Cove Finance' },
    ...statuses,
  };
  const createdAt = new Date().toISOString();
  const requestedSince = isRequested ? createdAt : null;
  const record = { ...empty, id: 'l1', createdAt, fields, requestedSince, followUp };
  render(
    <MemoryRouter>
      <RecordsTable
        records={leadType}
        rows={[{ ok: true, record, extra: {} }]}
        isStale={false}
        search={parseQuery(leadSource.pageSchema, new URLSearchParams(address))}
        chosen={new URLSearchParams(address).get('columns')?.split('.') ?? []}
        readerRole={role}
        contactId={contactId}
        capabilities={{ sort: true, home: true, recordSearch: true }}
      />
    </MemoryRouter>,
  );
}

const header = (name: string) => screen.queryByRole('columnheader', { name });
const cell = (name: string | RegExp) => screen.getByRole('cell', { name });

test('an admin sees the contact of each lead, also on a card, support the partner', () => {
  open('partner-admin');
  // At 1440 px the table has 1145 px.
  expect(header('Contact')).toHaveAttribute('data-min-table-width', '1140');
  expect(header('Partner')).toBeNull();
  expect(cell('Bea Moss')).toHaveAttribute('data-card', 'owner');
});

test('the company is below the client unless it was chosen as a column', () => {
  open('broker');
  expect(header('Company')).toBeNull();
  expect(screen.getByRole('rowheader')).toHaveTextContent('Fern Dairy');
  expect(screen.getByRole('link', { name: 'Ida' })).toBeVisible();
  cleanup();
  open('broker', 'columns=company');
  expect(screen.getByRole('rowheader')).not.toHaveTextContent('Fern Dairy');
  expect(cell('Fern Dairy')).toBeVisible();
});

test('support sees the partner of each lead, also on a card', () => {
  open('support');
  expect(header('Partner')).toHaveAttribute('data-min-table-width', '980');
  expect(cell('Cove Finance')).toHaveAttribute('data-card', 'owner');
});

test.each([
  ['createdAt', 'Created'],
  ['updatedAt', 'Last changed'],
  ['-statusSinceDate', 'In status'],
  ['subStatusSinceDate', 'In sub-status'],
  ['lastActivityDate', 'Last activity'],
])(
  'in the order of %s, %s is the one time that is shown, and whom a lead waits on comes before it',
  (sort, name) => {
    open('broker', `sort=${sort}`);
    expect(header('Waiting on')).not.toHaveAttribute('data-min-table-width');
    expect(header(name)).toHaveAttribute('data-min-table-width', '860');
    const shown = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(shown).toEqual(['Client', 'Status', 'Waiting on', 'Amount', name]);
  },
);

test('the reader’s follow-up day is a column, also of a list in its order', async () => {
  const today = new Date().toLocaleDateString('en-CA');
  for (const [day, text] of [
    [today, 'Today'],
    ['2020-01-31', /^Overdue · .*2020$/],
    ['2999-01-31', /^[^·]+2999$/],
    [null, '—'],
  ] as const) {
    open('broker', 'columns=followUp', { followUp: day });
    await screen.findByRole('columnheader', { name: 'Follow-up' });
    expect(cell(text)).toHaveAttribute('data-card', 'line');
    cleanup();
  }
  open('broker', 'hasFollowUp=yes&sort=followUp', { followUp: today });
  const sorted = await screen.findByRole('columnheader', { name: 'Follow-up' });
  expect(sorted).toHaveAttribute('aria-sort', 'ascending');
  expect(header('Created')).toBeNull();
  cleanup();
  open('broker', 'columns=followUp', { followUp: today });
  // The order has only the records with a day.
  expect(await screen.findByRole('link', { name: 'Follow-up' })).toHaveAttribute(
    'href',
    expect.stringContaining('hasFollowUp=yes&sort=followUp'),
  );
});

test('what waits on me is said as "You", what waits on a colleague as "Us", for support "Partner"', () => {
  const waits = { status: 'With Broker', subStatus: 'With Broker' };
  for (const [role, contactId, text] of [
    ['broker', 'c1', 'You'],
    ['partner-admin', 'c1', 'You'],
    ['partner-admin', 'c2', 'Us'],
    ['support', undefined, 'Partner'],
  ] as const) {
    open(role, '', waits, contactId);
    expect(cell(text)).toHaveAttribute('data-card', 'mark');
    // The same word is not repeated as a sub-status.
    expect(cell('With Broker')).toHaveAttribute('data-card', 'text');
    cleanup();
  }
});

test('what is asked for waits on the partner, whatever its status says', () => {
  open('broker', '', { status: 'Received', subStatus: 'Received' }, 'c1');
  expect(cell('Lender')).toBeVisible();
  cleanup();
  open('broker', '', { status: 'Received', subStatus: 'Received' }, 'c1', true);
  expect(screen.getByRole('cell', { name: /^You · / })).toBeVisible();
});

test('newest first, the time of creation is shown, also if it was not chosen', () => {
  open('broker', 'columns=phone');
  expect(header('Created')).toBeVisible();
  expect(cell('just now')).toHaveAttribute('data-label', 'Created');
});

test('a search whose best match is first is in the order of no column; a press begins with the oldest', () => {
  open('broker', 'q=fern&columns=createdAt.phone');
  expect(header('Created')).not.toHaveAttribute('aria-sort');
  const oldest = screen.getByRole('link', { name: 'Created' });
  expect(oldest).toHaveAttribute('href', expect.stringContaining('sort=createdAt'));
  cleanup();
  open('broker', 'q=fern&sort=createdAt');
  expect(header('Created')).toHaveAttribute('aria-sort', 'ascending');
});

test('a column whose code is still loading has its place from the start', async () => {
  open('broker', 'columns=tradingName.phone');
  const widths = () =>
    screen.getAllByRole('columnheader').map((each) => [each.style.width, each.dataset['card']]);
  const before = widths();
  expect(before).toHaveLength(4);
  await screen.findByRole('columnheader', { name: 'Trading name' });
  expect(widths()).toEqual(before);
});

test('where no column has a chosen name, the usual ones are shown', async () => {
  open('broker', 'columns=foo');
  expect(await screen.findByRole('columnheader', { name: 'Status' })).toBeVisible();
  expect(header('Waiting on')).toBeVisible();
  expect(header('In status')).toBeNull();
});

test('a name that no column has is passed over among others', async () => {
  open('broker', 'columns=foo.phone');
  expect(await screen.findByRole('columnheader', { name: 'Phone' })).toBeVisible();
  expect(header('Status')).toBeNull();
});

/** Renders a table of deals. */
function openDeals(more: Pick<RecordsTableProps, 'rows' | 'readerRole' | 'capabilities'>) {
  const search = parseQuery(dealSource.pageSchema, new URLSearchParams());
  render(
    <MemoryRouter>
      <RecordsTable records={dealType} isStale={false} search={search} {...more} />
    </MemoryRouter>,
  );
}
type RecordsTableProps = ComponentProps<typeof RecordsTable>;
const emptyDeal = emptyResponse(markedDeal);

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
      ...emptyDeal,
      id: `d${index}`,
      fields: { ...emptyDeal.fields, name, customer: { id: 'c', name: customer } },
    },
    extra: {},
  }));
  const capabilities = { sort: false, home: false, recordSearch: false };
  openDeals({ rows, readerRole: 'support', capabilities });
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'SO-2291 Southern Orchards',
    'Southern Orchards – renewal',
    'Southern Orchards',
    'SO-2292',
    'Aurora Farms Ora',
  ]);
});

test('newest first, deals show when they were created, and a card whom they wait on', () => {
  const capabilities = { sort: true, home: true, recordSearch: true };
  openDeals({ rows: [], readerRole: 'partner-admin', capabilities });
  expect(header('Created')).toBeInTheDocument();
  expect(header('Waiting on')).not.toHaveAttribute('data-min-table-width');
  expect(header('In status')).toBeNull();
  expect(header('Waiting on')).toHaveAttribute('data-card', 'mark');
  expect(header('Contact')).toHaveAttribute('data-card', 'owner');
});
