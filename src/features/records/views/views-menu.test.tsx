import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import type { View } from '#contract/portal/views.ts';
import { fakeSession, fakeView, renderPage } from '#src/testing/render-page.tsx';

import { PinnedViews } from './pinned-views.tsx';
import { ViewsMenu } from './views-menu.tsx';

const shared = fakeView('leads', 'Old ones', 'statusBefore=P14D');
let views: View[] = [];
/** The requests, except reads. */
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
});

function open(address: string, canShare = true) {
  renderPage(
    <>
      <PinnedViews />
      <ViewsMenu list="leads" canShare={canShare} onClose={() => {}} />
      <Address />
      <Reload />
    </>,
    fakeSession('partner-admin'),
    '/leads',
    address,
  );
  return userEvent.setup();
}

/** Responds differently to one kind of request. */
function respondTo(method: string, path: string, response: () => Promise<Response>) {
  const fetchOthers = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) =>
    address === path && (init.method ?? 'GET') === method ? response() : fetchOthers(address, init),
  );
}

const down = () => Promise.reject(new TypeError('down'));

function Address() {
  return <p data-testid="address">{useLocation().search}</p>;
}

/** Reads all again, as when something has changed elsewhere. */
function Reload() {
  const queryClient = useQueryClient();
  return (
    <button type="button" onClick={() => void queryClient.invalidateQueries()}>
      Reload
    </button>
  );
}

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
  const taken = { error: 'You already have this view.', code: 'name-in-use' };
  respondTo('PATCH', '/portal/views/v1', async () => Response.json(taken, { status: 409 }));
  await user.click(await screen.findByRole('button', { name: 'Edit Mine' }));
  await user.type(screen.getByRole('textbox', { name: 'Name of the view' }), ' too');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const name = screen.getByRole('textbox', { name: 'Name of the view' });
  await waitFor(() => expect(name).toHaveAccessibleDescription('You already have this view.'));
  expect(name).toHaveValue('Mine too');
  expect(name).toHaveFocus();
  // The error is shown only for that name, not for another one that is typed.
  await user.type(name, '!');
  expect(name).toHaveAccessibleDescription('');
  await user.type(name, '{Backspace}');
  expect(name).toHaveAccessibleDescription('You already have this view.');
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
  vi.stubGlobal('fetch', down);
  await user.click(screen.getByRole('button', { name: 'Delete for everybody?' }));
  const form = within(screen.getByRole('form', { name: 'Edit Mine' }));
  expect(await form.findByRole('alert')).toHaveTextContent('The service could not be reached.');
  // Nor is it said again when the form is opened again.
  const edit = screen.getByRole('button', { name: 'Edit Mine' });
  await user.click(edit);
  await user.click(edit);
  expect(screen.getByRole('form', { name: 'Edit Mine' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(edit).toHaveFocus();
});

test.each([
  ['Changed since my last visit', 'stays at the button'],
  ['Reload', 'goes on'],
])(
  'views that could not be loaded are tried again; the focus is on %s if it %s',
  async (focused, then) => {
    const attempts: PromiseWithResolvers<Response>[] = [];
    respondTo('GET', '/portal/views', async () => {
      attempts.push(Promise.withResolvers());
      return attempts.at(-1)?.promise ?? down();
    });
    const user = open('/leads');
    await waitFor(() => expect(attempts).toHaveLength(1));
    attempts[0]?.reject(new TypeError('down'));
    const retry = await screen.findByRole('button', { name: 'Try again now' });
    const alert = screen.getByRole('alert');

    // Unasked, then on request: the same alert, which is announced once, and the same button.
    for (const [index, name] of ['Reload', 'Try again now'].entries()) {
      const button = screen.getByRole('button', { name });
      await user.click(button);
      await waitFor(() => expect(attempts).toHaveLength(index + 2));
      expect(screen.getByRole('alert')).toBe(alert);
      expect(alert).toContainElement(retry);
      await act(async () => attempts.at(-1)?.reject(new TypeError('down')));
      await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'));
      expect(screen.getByRole('alert')).toBe(alert);
      expect(button).toHaveFocus();
    }

    await user.click(retry);
    expect(retry).toHaveAttribute('aria-busy', 'true');
    if (then === 'goes on') await user.tab();
    await waitFor(() => expect(attempts).toHaveLength(4));
    attempts[3]?.resolve(Response.json(views));
    expect(await screen.findByRole('link', { name: /^Old ones ?Shared$/ })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByText(focused)).toHaveFocus();
  },
);

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
