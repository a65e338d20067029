import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import type { View } from '#contract/portal/views.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

import { PinnedViews } from './pinned-views.tsx';
import './view-name.tsx';
import { ViewsButton } from './views-button.tsx';
import { ViewsMenu } from './views-menu.tsx';

const shared: View = {
  id: 'v1',
  list: 'leads',
  name: 'Old ones',
  query: 'statusBefore=P14D',
  isShared: true,
  canChange: false,
  isPinned: true,
};
let views: View[] = [];
/** What was sent, except reads. */
let sent: [method: string, path: string, body: unknown][] = [];

beforeEach(() => {
  views = [shared];
  sent = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init;
    if (address === '/portal/view-counts') return Response.json([{ id: 'v1', total: 1001 }]);
    if (address === '/portal/views' && method === 'GET') return Response.json(views);
    sent.push([method, address, typeof body === 'string' ? JSON.parse(body) : null]);
    return Response.json(shared);
  });
  return () => vi.unstubAllGlobals();
});

function open(address: string, canShare = true) {
  renderPage(
    <>
      <PinnedViews />
      <ViewsMenu list="leads" canShare={canShare} onClose={() => {}} />
      <Address />
    </>,
    fakeSession('partner-admin'),
    '/leads',
    address,
  );
  return userEvent.setup();
}

function Address() {
  return <p data-testid="address">{useLocation().search}</p>;
}

test('what is shown is saved without page and words, for everybody and in the side bar', async () => {
  const user = open('/leads?status=New&q=Ngata&page=3');
  expect(screen.getByText('The words of the search aren’t saved.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Name of the view' }), 'New ones');
  await user.click(screen.getByRole('checkbox', { name: /^Share with everybody/ }));
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  const view = { list: 'leads', name: 'New ones', query: 'status=New' };
  await waitFor(() =>
    expect(sent).toEqual([['POST', '/portal/views', { ...view, isShared: true, isPinned: true }]]),
  );
});

test('a pinned view is counted, and leads to its list', async () => {
  const user = open('/leads');
  const pinned = await screen.findByRole('navigation', { name: 'Pinned views' });
  await waitFor(() => expect(pinned).toHaveTextContent('Old ones1,000+'));
  await user.click(await screen.findByRole('link', { name: /^Old ones 1,000\+|^Old ones1,000\+/ }));
  expect(screen.getByTestId('address')).toHaveTextContent('?statusBefore=P14D');
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
});

test('a view of somebody else can be pinned only; one’s own is renamed and deleted', async () => {
  views = [shared, { ...shared, id: 'v2', name: 'Mine', isShared: false, canChange: true }];
  const user = open('/leads', false);
  await screen.findByRole('button', { name: 'Edit Mine' });
  expect(screen.queryByRole('button', { name: 'Edit Old ones' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Pin Old ones to the side bar' }));
  await user.click(screen.getByRole('button', { name: 'Edit Mine' }));
  expect(screen.queryByRole('checkbox', { name: /^Share/ })).toBeNull();
  await user.clear(screen.getByRole('textbox', { name: 'Name of the view' }));
  await user.type(screen.getByRole('textbox', { name: 'Name of the view' }), 'Older');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Edit Mine' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Edit Mine' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Delete this view?' }));
  await waitFor(() =>
    expect(sent).toEqual([
      ['PUT', '/portal/views/v1/pin', { isPinned: false }],
      ['PATCH', '/portal/views/v2', { name: 'Older', isShared: false }],
      ['DELETE', '/portal/views/v2', null],
    ]),
  );
});

test('a name that is not taken stays to be corrected; its failure is not said of the next change', async () => {
  views = [{ ...shared, name: 'Mine', canChange: true }];
  const user = open('/leads');
  const fetchOthers = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) =>
    init.method === 'PATCH'
      ? Response.json(
          { error: 'You already have this view.', code: 'name-in-use' },
          { status: 409 },
        )
      : fetchOthers(address, init),
  );
  await user.click(await screen.findByRole('button', { name: 'Edit Mine' }));
  await user.type(screen.getByRole('textbox', { name: 'Name of the view' }), ' too');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const name = screen.getByRole('textbox', { name: 'Name of the view' });
  await waitFor(() => expect(name).toHaveAccessibleDescription('You already have this view.'));
  expect(name).toHaveValue('Mine too');
  expect(name).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Pin Mine to the side bar' }));
  await waitFor(() => expect(name).toHaveAccessibleDescription(''));
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(name).toHaveAccessibleDescription('Enter a name.');
  expect(name).toHaveFocus();
});

test('a failed deletion is said in the form of the view, and that of a shared one is for everybody', async () => {
  views = [shared, { ...shared, id: 'v2', name: 'Mine', canChange: true }];
  const user = open('/leads');
  await user.click(await screen.findByRole('button', { name: 'Edit Mine' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('down')));
  await user.click(screen.getByRole('button', { name: 'Delete for everybody?' }));
  const form = within(screen.getByRole('form', { name: 'Edit Mine' }));
  expect(await form.findByRole('alert')).toHaveTextContent('The service could not be reached.');
});

test('views that could not be loaded are loaded on request', async () => {
  const fetchViews = fetch;
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('down')));
  const user = open('/leads');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  vi.stubGlobal('fetch', fetchViews);
  await user.click(retry);
  expect(await screen.findByRole('link', { name: /^Old ones ?Shared$/ })).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Changed since my last visit' })).toHaveFocus(),
  );
  expect(screen.queryByText(/Couldn’t load views/)).toBeNull();
});

test('the focus stays in the menu when its form is gone', async () => {
  views = [{ ...shared, isShared: false, canChange: true }];
  const user = open('/leads');
  await user.click(await screen.findByRole('button', { name: 'Edit Old ones' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  views = [];
  await user.click(screen.getByRole('button', { name: 'Delete this view?' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Old ones' })).toBeNull());
  const first = screen.getByRole('link', { name: 'Changed since my last visit' });
  await waitFor(() => expect(first).toHaveFocus());
});

function Titled() {
  const [name, setName] = useState('');
  return (
    <>
      <ViewsButton list="leads" session={fakeSession('broker')} onName={setName} />
      <h1>{name || 'none'}</h1>
    </>
  );
}

test.each([
  ['?statusBefore=P14D&page=2', 'Old ones'],
  ['?changedSince=last-visit', 'Changed since my last visit'],
  ['?statusBefore=P14D&status=New', 'none'],
  ['?statusBefore=P14D&q=Ngata', 'none'],
])('the name of the view at %s is %s, while its address is unchanged', async (search, name) => {
  renderPage(<Titled />, fakeSession('broker'), '/leads', `/leads${search}`);
  expect(await screen.findByRole('heading', { name })).toBeVisible();
});
