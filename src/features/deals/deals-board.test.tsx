import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { parseQuery } from '#contract/query-string.ts';
import { dealStatuses } from '#contract/v1/values.ts';
import { dealSource } from '#src/api/records/deals.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';
import { ProvideCurrencies } from '#src/ui/elements/amount.tsx';

import { DealsBoard } from './deals-board.tsx';

const pageSize = 20;
const approved = 45;
let requests: URLSearchParams[] = [];
/** The cursors whose page fails once. */
const failing = new Set<string>();
/** Notifies each watched element that it is in sight, or no longer. */
const watched = new Map<Element, (isIntersecting: boolean) => void>();

class FakeObserver {
  private readonly notify: (entries: { isIntersecting: boolean }[]) => void;
  private element: Element | undefined;
  constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
    this.notify = notify;
  }
  observe(element: Element): void {
    this.element = element;
    watched.set(element, (isIntersecting) => this.notify([{ isIntersecting }]));
  }
  disconnect(): void {
    if (this.element) watched.delete(this.element);
  }
}

beforeEach(() => {
  requests = [];
  failing.clear();
  watched.clear();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  stubFetch((address) => {
    const { pathname, searchParams } = new URL(address, 'https://portal.test');
    if (pathname === '/portal/deals/board') return { columns: columns() };
    if (pathname === '/portal/deals/marks')
      return { unread: [], asked: [{ id: 'd1', since: hoursAgo(1) }] };
    requests.push(searchParams);
    return pageOfDeals(searchParams.get('cursor') ?? '');
  });
});

function columns() {
  return dealStatuses.map((status) => ({
    status,
    total: status === 'Approved' ? approved : 0,
    amount: status === 'Approved' ? '1250000.00' : null,
    stageTime: status === 'Approved' ? { median: 1_000, percentile90: 86_400_000 } : null,
  }));
}

function pageOfDeals(cursor: string): Response {
  if (failing.delete(cursor)) return Response.json({ error: 'No.', code: 'no' }, { status: 400 });
  const from = Number(cursor || '0');
  const until = Math.min(from + pageSize, approved);
  const deals = Array.from({ length: until - from }, (_, index) => ({
    id: `d${from + index}`,
    fields: {
      name: `Deal ${from + index}`,
      amount: '50000.00',
      status: 'Approved',
      subStatus: 'With ISO',
      statusSinceDate: hoursAgo(index === 0 ? 50 : 12.5),
      subStatusSinceDate: '2026-01-05T00:00:00.000Z',
    },
  }));
  const link = `</api/v1/deal?cursor=${until}>; rel="next"`;
  return Response.json(deals, until < approved ? { headers: { link } } : {});
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

/** Brings a column and its end into sight, then its end out of sight. */
async function scrollTo(column: Element): Promise<void> {
  const concerned = [...watched].filter(([one]) => column.contains(one));
  for (const [, notify] of concerned) await act(async () => notify(true));
  for (const [one, notify] of concerned)
    if (one.closest('ul')) await act(async () => notify(false));
}

async function openBoard(usual: string | null = 'AUD'): Promise<HTMLElement> {
  const session = fakeSession('broker');
  const search = parseQuery(dealSource.pageSchema, new URLSearchParams('view=board'));
  const board = <DealsBoard {...{ session, search }} onChange={() => {}} empty={null} />;
  renderPage(
    <ProvideCurrencies currencies={{ usual, byPartner: {} }}>{board}</ProvideCurrencies>,
    session,
  );
  return screen.findByRole('region', { name: /^Approved: 45 deals/ });
}

test('a column loads when it is in sight, then page by page, until each of its deals is there once', async () => {
  const column = await openBoard();
  expect(requests).toEqual([]);
  await scrollTo(column);
  expect(await within(column).findAllByRole('link')).toHaveLength(20);
  await scrollTo(column);
  await within(column).findByRole('link', { name: /Deal 39/ });
  await scrollTo(column);
  await within(column).findByRole('link', { name: /Deal 44/ });
  expect(within(column).getAllByRole('link')).toHaveLength(approved);
  expect(requests.map((query) => query.get('cursor'))).toEqual([null, '20', '40']);
  expect(requests.every((query) => query.get('status') === 'Approved')).toBe(true);
  expect(watched.size).toBe(dealStatuses.length);
});

test('amounts are summed in one currency alone', async () => {
  expect(await openBoard()).toHaveAccessibleName(/^Approved: 45 deals, \D*1,250,000 in total$/);
  cleanup();
  expect(await openBoard(null)).toHaveAccessibleName('Approved: 45 deals');
});

test('a page that fails can be loaded again, and the deals before it stay', async () => {
  const column = await openBoard();
  await scrollTo(column);
  await within(column).findByRole('link', { name: /Deal 19/ });
  failing.add('20');
  await scrollTo(column);
  expect(await within(column).findByRole('alert')).toHaveTextContent('Couldn’t load more deals.');
  expect(within(column).getAllByRole('link')).toHaveLength(20);
  await userEvent.click(within(column).getByRole('button', { name: 'Try again' }));
  await within(column).findByRole('link', { name: /Deal 39/ });
  expect(within(column).queryByRole('alert')).toBeNull();
});

test('a column that fails says so, and can be loaded again', async () => {
  const column = await openBoard();
  failing.add('');
  await scrollTo(column);
  expect(await within(column).findByRole('alert')).toHaveTextContent('Couldn’t load these deals.');
  await userEvent.click(within(column).getByRole('button', { name: 'Try again' }));
  expect(await within(column).findAllByRole('link')).toHaveLength(20);
});

test('a card says whom the deal waits for, and stands out after an unusually long time', async () => {
  const column = await openBoard();
  await scrollTo(column);
  const [late, usual] = await within(column).findAllByRole('link');
  expect(late).toHaveTextContent('Deal 0A$50,000With ISO · waiting on you');
  expect(late).toHaveTextContent(/In status for \d days, slower than 90%/);
  expect(usual).toHaveTextContent(/In status for 12 h$/);
  // A request waits on the next one, whatever its status says.
  await waitFor(() => expect(usual).toHaveTextContent('Request · waiting on you'));
});

test('an empty column requests nothing', async () => {
  await openBoard();
  const column = screen.getByRole('region', { name: 'Settled: 0 deals' });
  await scrollTo(column);
  expect(column).toHaveTextContent('No deals');
  expect(requests).toEqual([]);
});
