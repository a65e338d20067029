import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import type { Role } from '#contract/endpoint.ts';
import { dealEnds, dealPath } from '#contract/v1/values.ts';
import { dealSource } from '#src/api/records/deals.ts';
import { useListSearch } from '#src/api/records/list/list-search.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';
import { ProvideCurrencies } from '#src/ui/elements/provide-currencies.tsx';

import { DealsPipeline } from './deals-pipeline.tsx';

let requests: string[] = [];
let isFailing = false;

beforeEach(() => {
  requests = [];
  isFailing = false;
  stubFetch((address) => {
    requests.push(address);
    if (isFailing) return Response.json({ error: 'No.', code: 'no' }, { status: 400 });
    return {
      groups: [
        { key: 'Approved', currency: null, total: 6, amount: '980000.50' },
        { key: 'In Progress', currency: null, total: 12, amount: '2040000.00' },
        { key: 'Declined', currency: null, total: 1, amount: null },
      ],
    };
  });
});

function Page() {
  const { search } = useListSearch(dealSource.pageSchema);
  return <DealsPipeline search={search} />;
}

function open(query = '', usual: string | null = 'AUD', role: Role = 'broker') {
  const page = (
    <ProvideCurrencies currencies={{ usual, byPartner: { p2: 'NZD' } }}>
      <Page />
    </ProvideCurrencies>
  );
  renderPage(page, fakeSession(role), '/deals', `/deals?${query}`);
}
const link = async (name: RegExp) => screen.findByRole('link', { name });

test('every step and end is a link whose name has how many deals and, in full, how much', async () => {
  open();
  expect(await link(/^Approved, 6/)).toHaveAccessibleName(/^Approved, 6 deals, \D*980,000.50$/);
  expect(await link(/^Approved/)).toHaveTextContent(/980K$/);
  expect(await link(/^Declined/)).toHaveAccessibleName('Declined, 1 deal');
  expect(await link(/^Settled/)).toHaveAccessibleName('Settled, 0 deals');
  const line = screen.getByRole('navigation', { name: 'Deals by status' });
  const names = within(line).getAllByRole('link');
  expect(names.map((one) => /^(.*), \d/.exec(one.textContent)?.[1])).toEqual([
    ...dealPath,
    ...dealEnds,
  ]);
});

test('they count what the list has without its filter by status, which a press sets and takes back', async () => {
  open('q=kauri&status=Settled&subStatus=Performing&sort=amount&page=2');
  expect(await link(/^Settled/)).toHaveAttribute('aria-current', 'true');
  expect(requests).toEqual(['/portal/deals/groups?q=kauri&by=status']);
  expect(await link(/^In Progress/)).not.toHaveAttribute('aria-current');
  expect(await link(/^In Progress/)).toHaveAttribute(
    'href',
    '/deals?q=kauri&status=In+Progress&sort=amount',
  );
  await userEvent.click(await link(/^In Progress/));
  await waitFor(async () =>
    expect(await link(/^In Progress/)).toHaveAttribute('aria-current', 'true'),
  );
  expect(await link(/^Settled/)).not.toHaveAttribute('aria-current');
  expect(await link(/^In Progress/)).toHaveAttribute('href', '/deals?q=kauri&sort=amount');
  expect(await link(/^In Progress/)).toHaveFocus();
  // The numbers are the same.
  expect(requests).toHaveLength(1);
});

test('of several statuses in the filter a press leaves one', async () => {
  open('status=Approved&status=Settled');
  expect(await link(/^Approved/)).toHaveAttribute('aria-current', 'true');
  expect(await link(/^Settled/)).toHaveAttribute('aria-current', 'true');
  expect(await link(/^Settled/)).toHaveAttribute('href', '/deals?status=Settled');
});

test('amounts are summed in one known currency alone', async () => {
  open('', null);
  expect(await link(/^Approved, 6/)).toHaveAccessibleName('Approved, 6 deals');
});

test.each([
  ['of all partners has no sums', '', /^Approved, 6 deals$/],
  ['of one contact, whose partner it does not know, has none', 'brokerRepId=c1', /deals$/],
  ['of one partner has them in its currency', 'brokerId=p2', /^Approved, 6 deals, NZ\$980,000.50$/],
])('what support sees %s', async (_of, query, name) => {
  open(query, 'AUD', 'support');
  expect(await link(/^Approved, 6/)).toHaveAccessibleName(name);
});

test('numbers that cannot be loaded are asked for again, and the links filter meanwhile', async () => {
  isFailing = true;
  open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText(/^Couldn’t load the numbers of deals/)).toBeVisible();
  expect(await link(/^Approved/)).toHaveAttribute('href', '/deals?status=Approved');
  isFailing = false;
  await userEvent.click(again);
  expect(await link(/^Approved, 6 deals/)).toBeVisible();
  expect(screen.queryByText(/^Couldn’t load/)).toBeNull();
});
