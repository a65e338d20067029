import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import '#src/features/records/mark-all-read.tsx';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';

import { Component as DealsPage } from './deals.tsx';
import { Component as LeadsPage } from './leads.tsx';

const until = '2026-11-22T10:00:00.000Z';
const none = { leads: 0, deals: 0 };
const home = {
  todo: { records: [], leads: 0, deals: 0 },
  snoozed: [],
  changed: { ...none, since: until, isFirst: false, until, latest: [] },
  weeks: [],
  owners: [],
};
/** Until when everything is marked as read, as it was sent. */
let marked: unknown;

beforeEach(() => {
  marked = undefined;
  stubFetch((address, { method = 'GET', body }) => {
    const [path = ''] = address.split('?');
    if (path === '/portal/home/read') {
      marked = { method, body };
      return { since: until };
    }
    return responseTo(path);
  });
});

function responseTo(path: string): unknown {
  const row = { id: 'r1', fields: { firstName: 'Ida', name: 'Ida' } };
  const unread = { id: 'r1', isCreated: true, at: until, by: { isOperator: true, name: null } };
  if (path === '/portal/home') return home;
  if (path.endsWith('/marks')) return { unread: marked === undefined ? [unread] : [], asked: [] };
  return path.startsWith('/api/') ? [row] : [];
}

test.each([
  ['leads', <LeadsPage key="leads" />],
  ['deals', <DealsPage key="deals" />],
] as const)('while %s are unread, all can be marked as read below them', async (list, page) => {
  const user = userEvent.setup();
  renderPage(page, fakeSession('broker'), `/${list}`);
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull(),
  );
  expect(marked).toEqual({ method: 'POST', body: JSON.stringify({ until }) });
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});
