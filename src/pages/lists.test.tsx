import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';

import '#src/features/records/filters/invalid-search.tsx';
import '#src/features/records/mark-all-read.tsx';
import { allowPopovers, fakeSession, question, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { Component as DealsPage } from './deals.tsx';
import { Component as LeadsPage } from './leads.tsx';

const at = '2026-11-22T10:00:00.000Z';
const none = { leads: 0, deals: 0 };
const home = {
  todo: {
    records: [],
    ...none,
    due: { overdue: 0, today: 0, week: 0, later: 0, none: 0 },
    listed: none,
  },
  followUps: [],
  changed: { ...none, since: at, isFirst: false, until: at, latest: [] },
  weeks: [],
  owners: [],
};
/** The records of the lists. */
let names: string[];
/** The requests: their paths, and the queries of lists. */
let requests: string[];
let lists: string[];
/** The sent time until which everything is marked as read. */
let marked: unknown;

beforeEach(() => {
  allowPopovers();
  names = ['Ida'];
  requests = [];
  lists = [];
  marked = undefined;
  stubFetch((address, { method = 'GET', body }) => {
    const [path = '', query = ''] = address.split('?');
    requests.push(path);
    if (path === '/portal/leads' || path === '/portal/deals') lists.push(query);
    if (path === '/portal/home/read') marked = { method, body };
    return responseTo(path);
  });
});

function responseTo(path: string): unknown {
  if (path === '/portal/home') return home;
  if (path === '/portal/home/read') return { since: at };
  if (path.endsWith('/lead') && path.startsWith('/portal/')) return { lead: null };
  if (path.endsWith('/history')) return { entries: [], next: null };
  if (path.endsWith('/requests')) return [question];
  const fields = { status: 'Approved', subStatus: 'With ISO', amount: 5000 };
  const unread = { isCreated: true, isOperator: true, name: null };
  return path === '/portal/leads' || path === '/portal/deals'
    ? names.map((name) => ({
        id: name,
        fields: { firstName: name, name, ...fields },
        unread: marked === undefined ? unread : null,
        requestedSince: name === 'Weka' ? at : null,
      }))
    : [];
}

const pages = [
  ['leads', <LeadsPage key="leads" />],
  ['deals', <DealsPage key="deals" />],
] as const;

describe.each(pages)('the list of %s', (list, page) => {
  function open(search = '') {
    renderPage(page, fakeSession('broker'), `/${list}`, `/${list}${search}`);
    return userEvent.setup();
  }
  const exportButton = { name: /^Export/, hidden: true };

  test('says that its search can’t be used, and shows and exports nothing', async () => {
    const user = open('?q=Ida%00');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^This search can’t be used\. Enter words, at most 200 characters/,
    );
    expect(screen.queryByText('Ida')).toBeNull();
    for (const name of [/^Export/, /^Select/])
      expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
    expect(lists).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('button', exportButton)).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Ida' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says that a filter is unknown or damaged, and shows and exports nothing', async () => {
    const user = open('?status=Nope&waitingOn=client');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This address has a filter that can’t be used.',
    );
    expect(screen.queryByRole('button', exportButton)).toBeNull();
    expect(lists).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show the list without it' }));
    expect(await screen.findByRole('button', exportButton)).toBeInTheDocument();
    // The others still apply.
    expect(lists.at(-1)).toContain('waitingOn=client');
  });

  test('reads a tab in the search as a space', async () => {
    open('?q=Ida%09%C2%A0Marsh');
    expect(await screen.findByRole('link', { name: 'Ida' })).toBeInTheDocument();
    expect(screen.getByRole('searchbox')).toHaveValue('Ida Marsh');
    const searched = new Set(lists.map((query) => new URLSearchParams(query).get('q')));
    expect([...searched]).toEqual(['Ida Marsh']);
  });

  test('can be marked as read below it while something is unread', async () => {
    const user = open();
    const button = { name: 'Mark all as read' };
    await user.click(await screen.findByRole('button', button));
    await waitFor(() => expect(screen.queryByRole('button', button)).toBeNull());
    expect(marked).toEqual({ method: 'POST', body: JSON.stringify({ until: at }) });
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

test('Space shows the row beside the list, with what is asked; the keys go on from there', async () => {
  names = ['Kea', 'Weka', 'Tui'];
  const user = userEvent.setup();
  renderPage(<DealsPage />, fakeSession('broker'), '/deals');
  const link = async (name: string) => screen.findByRole('link', { name });
  (await link('Kea')).focus();
  await user.keyboard(' ');
  const peek = await screen.findByRole('dialog', { name: 'This deal' });
  expect(within(peek).getByText('Decide on the approval: the lender is waiting')).toBeVisible();
  await user.keyboard('{ArrowUp}{ArrowDown}');
  expect(within(peek).getByRole('link', { name: 'Weka' })).toHaveFocus();
  expect(await within(peek).findByText(question.text)).toBeVisible();
  expect(requests.filter((path) => path.endsWith('/requests'))).toHaveLength(1);
  await user.keyboard('j ');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await link('Tui')).toHaveFocus();
});
