import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import { noOutcomes, preparedChange } from '#src/testing/fake-bulk-change.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';
import { stubFetch } from '#src/testing/stub-fetch.ts';
import { selectedRows } from '#src/ui/table/row-selection.tsx';

import { Component as LeadsPage } from './leads.tsx';

let change: typeof preparedChange = preparedChange;
/** The first names of the leads. */
let firstNames = ['Ada', 'Ben'];
/** Whether the service still works on the change. */
let isWorking = true;
/** What was sent, except reads and the access token. */
let sent: [path: string, body: unknown][] = [];

beforeEach(() => {
  change = preparedChange;
  firstNames = ['Ada', 'Ben'];
  isWorking = true;
  sent = [];
  selectedRows.set({ of: '', ids: new Set(), isAll: false, isSelecting: false });
  stubFetch((address, { method = 'GET', body }) => {
    const [path = '', query] = address.split('?');
    if (method !== 'GET') sent.push([path, typeof body === 'string' ? JSON.parse(body) : null]);
    return responseTo(method, path, new URLSearchParams(query).get('outcome'));
  });
});

function responseTo(method: string, path: string, outcome: string | null): Response {
  if (path === '/api/v1/lead') {
    const rows = firstNames.map((firstName) => ({ id: firstName, fields: { firstName } }));
    const total = firstNames.length === 0 ? '0' : '50';
    return Response.json(rows, { headers: { 'x-total-count': total } });
  }
  if (path === '/portal/contacts')
    return Response.json([
      { id: 'c1', firstName: 'Sam', lastName: 'Tester', email: 'sam@harbour.test' },
      { id: 'c2', firstName: 'Priya', lastName: 'Nair', email: 'priya@harbour.test' },
    ]);
  if (path === '/portal/bulk-changes' && method === 'GET')
    return Response.json(change.state === 'prepared' ? [] : [change]);
  if (path === '/portal/bulk-changes/b1/leads')
    return Response.json([
      {
        id: 'Ada',
        client: 'Ada',
        company: 'Tui Tyres',
        contactBefore: 'Bo Reed',
        outcome,
        reason: outcome === 'rejected' ? 'Its notes would be too long.' : '',
      },
    ]);
  // This device's clock is an hour fast.
  const now = Date.now() - 3_600_000;
  const until = new Date(now + 540_000).toISOString();
  const applied = { ...noOutcomes, changed: 38, unchanged: 10, rejected: 2 };
  if (path.endsWith('/apply')) change = { ...change, state: 'applying' };
  else if (path.endsWith('/undo')) change = { ...change, state: 'undone', undoUntil: null };
  else if (change.state === 'applying' && !isWorking)
    change = { ...change, state: 'applied', undoUntil: until, outcomes: applied };
  if (change.state === 'undone') change.outcomes = { ...noOutcomes, undone: 37, superseded: 1 };
  const headers = { date: new Date(now).toUTCString() };
  return path.startsWith('/portal/')
    ? Response.json(change, { headers })
    : Response.json(null, { status: 404 });
}

function open(...session: Parameters<typeof fakeSession>) {
  renderPage(<LeadsPage />, fakeSession(...session), '/leads', '/leads?status=New');
  return userEvent.setup();
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
/** What is announced is in the page twice. */
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
  expect(await screen.findByText('from Bo Reed')).toBeVisible();
  const rejected = await screen.findByRole('list', { name: 'Can’t be changed' });
  expect(within(rejected).getByText('Its notes would be too long.')).toBeVisible();
  expect(sent).toEqual([
    [
      '/portal/bulk-changes',
      { selection: { query: 'status=New' }, change: { kind: 'reassign', brokerRepId: 'c2' } },
    ],
  ]);
  await user.click(apply);
  expect(await screen.findByText('Reassigning leads to Priya Nair', outside)).toBeVisible();
  expect(announced()).toHaveTextContent('Reassigning leads to Priya Nair.');
  isWorking = false;
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('38 leads reassigned to Priya Nair', outside)).toBeVisible();
  expect(dialog.getByText('10 needed no change. 2 couldn’t be changed.')).toBeVisible();
  expect(announced()).toHaveTextContent(
    '38 leads reassigned to Priya Nair. 10 needed no change. 2 couldn’t be changed.',
  );
  // What was selected has been dealt with.
  expect(
    screen.getByRole('checkbox', { name: 'Select this page', hidden: true }),
  ).not.toBeChecked();
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) ?? apply);
  const news = await screen.findByRole('region', { name: 'Latest bulk change' });
  expect(news).toHaveTextContent('reassigned to Priya Nair. 10 needed no change. 2 couldn’t be');
  await user.click(within(news).getByRole('button', { name: 'Undo (9 min left)' }));
  await waitFor(() => expect(news).toHaveTextContent('Undone for 37 leads, not for 1'));
  // The button is gone.
  expect(screen.getByRole('heading', { name: 'Leads' })).toHaveFocus();
  expect(within(news).getByRole('link', { name: 'Details' })).toHaveAttribute(
    'href',
    '/leads/changes/b1',
  );
});

test('brokers add a note to what they selected; they can’t reassign', async () => {
  change = { ...preparedChange, change: { kind: 'add-note', note: 'Called.' }, contactName: null };
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
      '/portal/bulk-changes',
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
