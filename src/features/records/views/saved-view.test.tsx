import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { View } from '#contract/portal/views.ts';
import { fakeSession, fakeView, renderPage } from '#src/testing/render-page.tsx';

import { SavedView } from './saved-view.tsx';

const view = fakeView('leads', 'Old ones', 'statusBefore=P14D');

const ordered: View = {
  ...view,
  id: 'v2',
  name: 'Large ones',
  query: 'status=Contacted&sort=-amountRequested',
};

/** The requests, except reads, and the stored views. */
let sent: unknown[] = [];
let views: View[] = [];

beforeEach(() => {
  sent = [];
  views = [view, ordered];
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, { method = 'GET', body }: RequestInit = {}) => {
      if (method === 'GET') return Response.json(path === '/portal/views' ? views : []);
      sent.push(typeof body === 'string' ? JSON.parse(body) : null);
      views = [...views, { ...view, id: 'v3', name: 'New ones', query: 'status=New' }];
      return Response.json(views.at(-1));
    }),
  );
});

function Titled() {
  const [name, setName] = useState('');
  return (
    <>
      <SavedView list="leads" canShare onName={setName} />
      <h1 tabIndex={-1}>{name || 'none'}</h1>
    </>
  );
}

test.each([
  ['?statusBefore=P14D&page=2', 'Old ones'],
  ['?status=Contacted&sort=-amountRequested', 'Large ones'],
  ['?sort=-amountRequested&status=Contacted', 'Large ones'],
  ['?changedSince=last-visit', 'Changed since my last visit'],
  ['?statusBefore=P14D&status=New', 'none'],
  ['?statusBefore=P14D&q=Ngata', 'none'],
])('the name of the view at %s is %s, while its address is unchanged', async (search, name) => {
  renderPage(<Titled />, fakeSession('broker'), '/leads', `/leads${search}`);
  expect(await screen.findByRole('heading', { name })).toBeVisible();
});

/** Opens the form. The test environment has no popovers: the element is shown as any other. */
async function openForm() {
  const opener = await screen.findByRole('button', { name: 'Save as view' });
  const menu = document.querySelector(`[id="${opener.getAttribute('popovertarget')}"]`);
  menu?.removeAttribute('popover');
  act(
    () => void menu?.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' })),
  );
  return screen.getByRole('textbox', { name: 'Name of the view' });
}

test('what is shown is saved without page and words; then its name is the heading, with the focus', async () => {
  renderPage(<Titled />, fakeSession('broker'), '/leads', '/leads?status=New&q=Ngata&page=3');
  const name = await openForm();
  expect(screen.getByText('The words of the search aren’t saved.')).toBeVisible();
  await userEvent.type(name, 'New ones');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Share with everybody/ }));
  await userEvent.type(name, '{Enter}');
  const saved = { list: 'leads', name: 'New ones', query: 'status=New' };
  await waitFor(() => expect(sent).toEqual([{ ...saved, isShared: true, isPinned: true }]));
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
});

test.each(['?page=2', '?columns=status.phone', '?q=Ngata', '?statusBefore=P14D'])(
  'there is nothing to save at %s',
  async (search) => {
    renderPage(<Titled />, fakeSession('broker'), '/leads', `/leads${search}`);
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    expect(screen.queryByRole('button', { name: 'Save as view' })).toBeNull();
  },
);
