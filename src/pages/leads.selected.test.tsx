import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import { madeChange, previewedChange } from '#src/testing/fake-bulk-change.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';
import { selectedRows } from '#src/ui/table/row-selection.tsx';

import { Component as LeadsPage } from './leads.tsx';

type Made = typeof madeChange;
let made: Made | undefined;
let kind: Made['kind'] = 'reassign';
/** The first names of the leads, and how many the list has. */
let firstNames = ['Ada', 'Ben'];
let total = '50';
/** Whether the response to a change is lost. */
let isLost = false;
/** The requests, except reads and the access token, and the keys of changes. */
let sent: [path: string, body: unknown][] = [];
let keys: (string | null)[] = [];

beforeEach(() => {
  made = undefined;
  kind = 'reassign';
  firstNames = ['Ada', 'Ben'];
  total = '50';
  isLost = false;
  sent = [];
  keys = [];
  selectedRows.set({ of: '', ids: new Set(), isAll: false, isSelecting: false });
  stubFetch((address, { method = 'GET', body, headers }) => {
    const [path = ''] = address.split('?');
    if (method !== 'GET') sent.push([path, typeof body === 'string' ? JSON.parse(body) : null]);
    const isMade = path === '/portal/bulk-changes' && method === 'POST';
    if (isMade) keys.push(new Headers(headers).get('idempotency-key'));
    const response = responseTo(method, path);
    if (isMade && isLost) throw new TypeError('Failed to fetch');
    return response;
  });
});

function responseTo(method: string, path: string): Response {
  if (path === '/portal/leads') {
    const rows = firstNames.map((firstName) => ({ id: firstName, fields: { firstName } }));
    return Response.json(rows, {
      headers: { 'x-total-count': firstNames.length === 0 ? '0' : total },
    });
  }
  if (path === '/portal/contacts')
    return Response.json([
      { id: 'c1', firstName: 'Sam', lastName: 'Tester', email: 'sam@harbour.test' },
      { id: 'c2', firstName: 'Priya', lastName: 'Nair', email: 'priya@harbour.test' },
    ]);
  if (path === '/portal/bulk-changes/preview')
    return Response.json({
      ...previewedChange,
      ...(kind === 'add-note' && { contactName: null }),
    });
  // This device's clock is an hour fast.
  const now = Date.now() - 3_600_000;
  const undoUntil = new Date(now + 540_000).toISOString();
  const headers = { date: new Date(now).toUTCString() };
  if (path === '/portal/bulk-changes' && method === 'GET')
    return Response.json(made ? [made] : [], { headers });
  if (path === '/portal/bulk-changes') made = { ...madeChange, kind, undoUntil };
  if (path.endsWith('/undo'))
    made = {
      ...madeChange,
      isUndone: true,
      changed: 0,
      undone: 37,
      superseded: 1,
      left: [
        {
          reason: 'It has been reassigned since.',
          total: 1,
          leads: [{ id: 'Ben', client: 'Ben', company: '' }],
        },
      ],
    };
  return path.startsWith('/portal/')
    ? Response.json(made ?? null, { headers })
    : Response.json(null, { status: 404 });
}

function open(...session: Parameters<typeof fakeSession>) {
  renderPage(<LeadsPage />, fakeSession(...session), '/leads', '/leads?status=New');
  return userEvent.setup();
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
/** Announced text is on the page twice. */
const outside = { ignore: '[data-announcer] *' };
const shown = (text: string) => screen.getByText(text, outside);
const selectAll = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('checkbox', { name: 'Select this page' }));
  await user.click(await button('Select all 50 leads of this list'));
};

test('all leads of a list are reassigned after a preview, and it is undone', async () => {
  const user = open('partner-admin');
  await selectAll(user);
  await user.click(await button('Reassign…'));
  await user.click(await button('Priya Nair'));
  const apply = await button('Reassign 38 leads');
  expect(shown('38 leads will be reassigned to Priya Nair.')).toBeVisible();
  expect(shown('10 already belong to Priya Nair.')).toBeVisible();
  expect(shown('2 can’t be changed.')).toBeVisible();
  const announced = () => screen.getByRole('dialog').querySelector('[data-announcer]');
  expect(announced()).toHaveTextContent('38 leads will be reassigned to Priya Nair.');
  expect(screen.getByText('from Bo Reed')).toBeVisible();
  const rejected = screen.getByRole('list', { name: 'Can’t be changed' });
  expect(rejected).toHaveTextContent('Its notes would be too long.Ada, Lead without access');
  const requested = { selection: { query: 'status=New' }, change: { kind, brokerRepId: 'c2' } };
  expect(sent).toEqual([['/portal/bulk-changes/preview', requested]]);
  await user.click(apply);
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('38 leads reassigned to Priya Nair', outside)).toBeVisible();
  expect(sent[1]).toEqual([
    '/portal/bulk-changes',
    { ...requested, previewedAt: previewedChange.previewedAt },
  ]);
  expect(dialog.getByText('10 needed no change. 2 couldn’t be changed.')).toBeVisible();
  expect(announced()).toHaveTextContent(
    '38 leads reassigned to Priya Nair. 10 needed no change. 2 couldn’t be changed.',
  );
  const left = within(dialog.getByRole('list', { name: 'Couldn’t be changed' }));
  expect(left.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/leads/Ada');
  expect(left.getAllByRole('link')).toHaveLength(1);
  // The change clears the selection.
  expect(
    screen.getByRole('checkbox', { name: 'Select this page', hidden: true }),
  ).not.toBeChecked();
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) ?? apply);
  const news = await screen.findByRole('region', { name: 'Latest bulk change' });
  expect(news).toHaveTextContent('reassigned to Priya Nair. 10 needed no change. 2 couldn’t be');
  await user.click(within(news).getByRole('button', { name: 'Undo (9 min left)' }));
  await waitFor(() => expect(news).toHaveTextContent('Undone for 37 leads, not for 1'));
  expect(news).toHaveTextContent('It has been reassigned since.Ben');
  // The button is gone.
  expect(screen.getByRole('heading', { name: 'Leads' })).toHaveFocus();
});

test('a change whose response was lost is sent again as the same one', async () => {
  const user = open('partner-admin');
  await selectAll(user);
  await user.click(await button('Reassign…'));
  await user.click(await button('Priya Nair'));
  isLost = true;
  await user.click(await button('Reassign 38 leads'));
  expect(await screen.findByText('Couldn’t change the leads')).toBeVisible();
  isLost = false;
  await user.click(await button('Reassign 38 leads'));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('38 leads reassigned to Priya Nair', outside)).toBeVisible();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
});

test('of a list with more than 10,000 leads, that it is to be narrowed is said before', async () => {
  total = '10001';
  const user = open('partner-admin');
  await user.click(await screen.findByRole('checkbox', { name: 'Select this page' }));
  expect(await button('Reassign…')).toBeVisible();
  await user.click(await button('Select all 10,001 leads of this list'));
  expect(await screen.findByText('Narrow the list to at most 10,000 leads.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reassign…' })).toBeNull();
  expect(await button('Export 10,001 selected')).toBeVisible();
});

test('brokers add a note to what they selected; they can’t reassign', async () => {
  kind = 'add-note';
  const user = open('broker');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ben' }));
  await user.click(await button('Add note…'));
  expect(screen.queryByRole('button', { name: 'Reassign…' })).toBeNull();
  await user.click(await button('Continue'));
  const note = screen.getByRole('textbox', { name: 'Note' });
  expect(note).toHaveAccessibleDescription(/Enter a note\.$/);
  expect(note).toHaveFocus();
  await user.type(note, ' Called. ');
  await user.click(await button('Continue'));
  expect(await button('Add the note to 38 leads')).toBeVisible();
  expect(sent).toEqual([
    [
      '/portal/bulk-changes/preview',
      { selection: { ids: ['Ben'] }, change: { kind: 'add-note', note: ' Called. ' } },
    ],
  ]);
});

test('support staff export what they selected, and change nothing', async () => {
  const user = open('support');
  await selectAll(user);
  const bar = await screen.findByRole('region', { name: 'Selected leads' });
  const names = within(bar)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Export 50 selected', 'Clear']);
});

test('the buttons that export say how many rows, each its own', async () => {
  const user = open('support');
  expect(await screen.findByText('Export 50 leads')).toBeInTheDocument();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ben' }));
  expect(await button('Export 1 selected')).toBeVisible();
  expect(await screen.findByText('Export 50 leads')).toBeInTheDocument();
});

test('in front of an existing service nothing can be selected', async () => {
  open('partner-admin', { exports: false, bulkChanges: false });
  await screen.findByRole('link', { name: 'Ada' });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('of an empty list nothing can be selected', async () => {
  firstNames = [];
  open('broker');
  await button('More');
  await waitFor(() => expect(screen.queryByText('Select leads')).toBeNull());
  expect(screen.queryByText(/^Export/)).toBeNull();
});
