import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import { leadSource } from '#src/api/records/leads.ts';
import { useListSearch } from '#src/api/records/list/list-search.ts';
import { RecordsList } from '#src/features/records/records-list.tsx';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';
import { AmountsOfPartner } from '#src/ui/elements/amounts-of-partner.tsx';

import type { RecordDescription } from './record-description.ts';

const session = fakeSession('broker');
let requests: string[] = [];

/** A list of leads with the columns that groups need. */
const records: RecordDescription = {
  source: leadSource,
  title: 'Leads',
  amountField: 'amountRequested',
  getName: ({ id }) => id,
  getColumns: () => [
    { name: 'client', header: 'Client', card: 'title', cell: (row) => row.ok && row.record.id },
    { name: 'amountRequested', header: 'Amount', card: 'figure', num: true, cell: () => '' },
  ],
  loadFieldColumns: async () => () => [],
  renderEmpty: () => null,
  getChanges: () => [],
};

beforeEach(() => {
  requests = [];
  stubFetch((address) => {
    requests.push(address);
    if (address.startsWith('/portal/leads/groups')) return { groups: sums };
    const asked = { ...lead('asked', 'New'), requestedSince: '2026-11-20T16:10:00.000Z' };
    return [lead('new', 'New'), lead('old', 'Closed'), asked];
  });
});

const sums = [
  { key: 'lender', currency: null, total: 9, amount: '1000.00' },
  { key: 'client', currency: 'NZD', total: 4, amount: '50.50' },
  { key: 'client', currency: 'AUD', total: 1, amount: '7.00' },
];
const lead = (id: string, status: string) => ({ id, fields: { status, subStatus: status } });

function Page() {
  const { search, onSearch } = useListSearch(leadSource.pageSchema, session.capabilities);
  return <RecordsList {...{ records, session, search, onSearch }} />;
}

test('the rows of a page stand in their groups, with the numbers of all records of each', async () => {
  renderPage(<Page />, session, '/leads', '/leads?group=waitingOn&q=kea');
  const groups = async () =>
    (await screen.findAllByRole('rowgroup')).slice(1).map(({ textContent }) => textContent);
  await waitFor(async () =>
    expect(await groups()).toEqual([
      'Waiting on you asked',
      'Waiting on the lender 1 of 91,000new',
      'Waiting on nobody old',
      'Waiting on the client 5 · NZ$50.50 · A$7',
    ]),
  );
  expect(requests).toContain('/portal/leads/groups?q=kea&by=waitingOn');
  const lender = screen.getByRole('rowheader', { name: /^Waiting on the lender/ });
  await userEvent.click(within(lender).getByRole('link'));
  await waitFor(() => expect(requests.at(-1)).toContain('waitingOn=lender'));
});

test('the amounts of a partner with one currency are one sum', async () => {
  const page = (
    <AmountsOfPartner local="AUD">
      <Page />
    </AmountsOfPartner>
  );
  renderPage(page, session, '/leads', '/leads?group=waitingOn');
  const client = await screen.findByRole('rowheader', { name: 'Waiting on the client 5' });
  expect(client.closest('tr')).toHaveTextContent('Waiting on the client 5A$57.50');
});
