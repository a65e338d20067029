import { focusManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { HomeView } from '#src/features/home/home-view.tsx';
import { SearchAll } from '#src/features/home/search-all.tsx';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { Announcer } from '#src/ui/elements/announcer.tsx';

import { Component } from './home.tsx';

type Home = ComponentProps<typeof HomeView>['home'];

const none = { leads: 0, deals: 0 };
const empty: Home = {
  todo: { records: [], leads: 0, deals: 0 },
  snoozed: [],
  waiting: { partner: none, client: none, lender: none },
  oldest: [],
  changed: { ...none, since: '2026-11-20T16:10:00.000Z', isFirst: false, until: '', latest: [] },
  weeks: [{ from: '2026-11-16T00:00:00.000Z', open: 0, converted: 0, ended: 0 }],
  stages: [{ status: 'Settled', total: 0 }],
  contacts: [],
  partners: [],
  uploads: [],
};
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const waiting: Home['oldest'][number] = {
  type: 'deal',
  id: 'd1',
  name: 'Kauri Joinery',
  company: '',
  amount: '310000.00',
  status: 'Additional Info Required',
  subStatus: 'Pending info - with ISO',
  statusSinceDate: daysAgo(9),
  subStatusSinceDate: daysAgo(9),
  contact: 'Bea Harper',
  partner: null,
  stageTime: { median: 3 * 86_400_000, percentile90: 6 * 86_400_000 },
};

afterEach(() => vi.unstubAllGlobals());

function show(respond: () => Response): void {
  vi.stubGlobal('fetch', async () => respond());
  renderPage(<Component />, fakeSession('broker'), '/home');
}

test('greets by name and time of day, and says when nothing waits', async () => {
  show(() => Response.json(empty));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(
    /^Good (morning|afternoon|evening), Sam$/,
  );
  await screen.findByText('Nothing waits for you.');
  screen.getByText('Nobody else has changed anything.');
  screen.getByText('No leads in these weeks.');
  screen.getByText('No deals yet.');
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('says beside what waits how long that usually takes, and that it takes longer', async () => {
  const counts = { ...empty.waiting, partner: { leads: 0, deals: 7 } };
  show(() => Response.json({ ...empty, waiting: counts, oldest: [waiting] }));
  const link = await screen.findByRole('link', { name: 'Kauri Joinery' });
  expect(link.getAttribute('href')).toBe('/deals/d1');
  screen.getByText('9 days: longer than 9 in 10');
  screen.getByText(/usually 3 days/);
  expect(screen.getByRole('link', { name: 'All 7 deals' }).getAttribute('href')).toBe(
    '/deals?waitingOn=partner&sort=subStatusSinceDate',
  );
});

test('what others changed is told with what it is about', async () => {
  const change = {
    ...waiting,
    at: daysAgo(0),
    isCreated: false,
    isUnread: true,
    statusChange: null,
    subStatusChange: null,
    fields: [],
    files: 0,
    correctedFiles: 0,
    withdrawnFiles: 0,
    calls: 0,
    by: { isOperator: false, name: 'Ada Marsh' },
  };
  const settled = { statusChange: { from: 'Approved', to: 'Settled' }, fields: ['a', 'b'] };
  const latest = [
    { ...change, ...settled, company: 'Tui' },
    { ...change, id: 'l1', type: 'lead' as const, fields: ['brokerRep'] },
    { ...change, id: 'l2', type: 'lead' as const, isCreated: true, company: 'Rata' },
    { ...change, id: 'd2', company: waiting.name },
  ];
  show(() => Response.json({ ...empty, changed: { ...empty.changed, deals: 4, latest } }));
  const notes = await screen.findAllByText(/, by Ada Marsh$/);
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    'Deal · Tui · Approved → Settled · 2 fields changed, by Ada Marsh',
    'Lead · Contact changed, by Ada Marsh',
    'New lead · Rata, by Ada Marsh',
    'Deal · Changed, by Ada Marsh',
  ]);
});

test('rows keep their places while somebody has the focus in them, and others wait', async () => {
  let response: Home = { ...empty, oldest: [waiting] };
  const first = { ...empty.changed, ...none, isFirst: true, until: '', latest: [] };
  show(() => Response.json({ ...response, changed: { ...first, since: daysAgo(7) } }));
  const link = await screen.findByRole('link', { name: 'Kauri Joinery' });
  act(() => link.focus());
  const later = { ...waiting, id: 'd2', name: 'Old Mill' };
  response = { ...empty, oldest: [later, { ...waiting, name: 'Kauri Joinery Ltd' }] };
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  const showNew = await screen.findByRole('button', { name: '1 new – Show' });
  expect(link).toHaveTextContent('Kauri Joinery Ltd');
  expect(screen.queryByRole('link', { name: 'Old Mill' })).toBeNull();
  act(() => showNew.focus());
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('link', { name: 'Old Mill' })).toHaveFocus();
});

test('support reads which partner’s record waits for whom, and gets to what changed', () => {
  const record = { ...waiting, partner: { id: 'harbour', name: 'Harbour Finance' } };
  const home = { ...empty, changed: null, oldest: [record] };
  const session = fakeSession('support');
  renderPage(
    <HomeView home={home} session={session} partnerId="p1" marked={new Set()} request="" />,
    session,
    '/home',
  );
  expect(screen.getByRole('link', { name: 'Changed deals' })).toHaveAttribute(
    'href',
    '/deals?changedSince=P7D&brokerId=p1&sort=-updatedAt',
  );
  screen.getByText(/Deal · Harbour Finance · 310,000 · waiting on the partner/);
  expect(screen.queryByText(/waiting on you/i)).toBeNull();
});

test('for support, a partner’s row unfolds to its numbers by status, each a link to its rows', async () => {
  const session = fakeSession('support');
  const partner = {
    id: 'p1',
    name: 'Harbour Finance',
    waiting: { partner: { leads: 2, deals: 1 }, client: none, lender: none },
    statuses: {
      deals: [{ status: 'On Hold', total: 1 }],
      leads: [
        { status: 'New', total: 2 },
        { status: 'Received', total: 3 },
      ],
    },
  };
  const home = { ...empty, changed: null, partners: [partner] };
  renderPage(
    <HomeView home={home} session={session} partnerId="" marked={new Set()} request="" />,
    session,
    '/home',
  );
  const unfold = screen.getByRole('button', { name: 'Harbour Finance by status' });
  expect(screen.queryByRole('list', { name: 'Leads of Harbour Finance by status' })).toBeNull();
  await userEvent.click(unfold);
  expect(unfold.getAttribute('aria-expanded')).toBe('true');
  const links = ['Deals', 'Leads'].flatMap((nouns) =>
    within(screen.getByRole('list', { name: `${nouns} of Harbour Finance by status` }))
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
  );
  expect(links).toEqual([
    'On Hold 1 /deals?status=On+Hold&brokerId=p1',
    'New 2 /leads?status=New&brokerId=p1',
    'Received 3 /leads?status=Received&brokerId=p1',
  ]);
});

test('how many leads and deals a search finds is announced', async () => {
  const record = (type: string, id: string) => ({
    type,
    id,
    name: id,
    company: '',
    status: 'New',
    subStatus: '',
    contact: '',
    partner: null,
    match: null,
  });
  const records = [record('deal', 'd1'), record('lead', 'l1'), record('lead', 'l2')];
  vi.stubGlobal('fetch', async () => Response.json({ records, isTolerant: false }));
  renderPage(
    <>
      <SearchAll q="kauri" onSearch={() => {}} />
      <Announcer />
    </>,
    fakeSession('support'),
    '/home',
  );
  expect(await screen.findByText('1 deal, 2 leads for kauri')).toBeInTheDocument();
});

test('says what could not be loaded', async () => {
  show(() => Response.json({ error: 'No.', code: 'no-access' }, { status: 403 }));
  const title = await screen.findByRole('heading', { level: 2 });
  expect(title.textContent).toBe('Couldn’t load the home page');
});
