import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import '#src/features/lists/mark-all-read.tsx';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

import { Component as DealsPage } from './deals.tsx';
import { Component as LeadsPage } from './leads.tsx';

// The test environment doesn't know the element `search`, of which React warns.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' });

const until = '2026-11-22T10:00:00.000Z';
const none = { leads: 0, deals: 0 };
const home = {
  waiting: { partner: none, client: none, lender: none },
  oldest: [],
  changed: { ...none, since: until, isFirst: false, until, latest: [] },
  weeks: [],
  stages: [],
  contacts: [],
  partners: [],
  uploads: [],
};
/** Until when everything is marked as read, as it was sent. */
let marked: unknown;

beforeEach(() => {
  marked = undefined;
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const [path = ''] = address.split('?');
    if (path === '/portal/access-token')
      return Response.json({ accessToken: 't', expiresAt: '9999-01-01T00:00:00.000Z' });
    if (path === '/portal/home/read') {
      marked = { method, body };
      return Response.json({ since: until });
    }
    return Response.json(responseTo(path));
  });
  return () => vi.unstubAllGlobals();
});

function responseTo(path: string): unknown {
  const row = { id: 'r1', fields: { firstName: 'Ida', name: 'Ida' } };
  const unread = { id: 'r1', isCreated: true, at: until, by: { isOperator: true, name: null } };
  if (path === '/portal/home') return home;
  if (path.endsWith('/unread')) return marked === undefined ? [unread] : [];
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
