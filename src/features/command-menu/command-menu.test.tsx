import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';

import type { Role } from '#contract/endpoint.ts';
import type { FoundRecord } from '#contract/portal/search.ts';
import { openEarlyField } from '#src/lib/early-field.ts';
import { fakeSession, renderPage } from '#src/testing/render-page.tsx';

import { CommandMenu } from './command-menu.tsx';
import type { Command } from './menu-options.ts';

const record = (id: string, more: Partial<FoundRecord> = {}): FoundRecord => ({
  type: 'lead',
  id,
  name: 'Aroha Ngata',
  company: 'Tui Bakery',
  status: 'New',
  subStatus: 'Received',
  contact: 'Bea Harper',
  partner: null,
  match: { field: 'phone', value: '+61491570156' },
  ...more,
});

const signOut = vi.fn();
const close = vi.fn();
const commands: Command[] = [
  { group: 'Go to', label: 'Leads', icon: null, action: '/leads' },
  { group: 'On this page', label: 'By status', icon: null, action: () => {} },
  { group: 'Actions', label: 'New lead', keywords: 'submit', icon: null, action: '/leads/new' },
  { group: 'Actions', label: 'Sign out', icon: null, action: signOut },
];

/** The requests sent to the service. */
const requests: { url: string; body: { q: string } }[] = [];

afterEach(() => {
  vi.clearAllMocks();
  requests.length = 0;
});

/** Shows the address that was opened, and its state. */
function Opened() {
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  return <output>{JSON.stringify({ pathname, state })}</output>;
}

type Props = Partial<ComponentProps<typeof CommandMenu>>;

function show(respond: () => Response, props: Props = {}, role: Role = 'broker') {
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    requests.push({ url, body: JSON.parse(body) as { q: string } });
    return respond();
  });
  const menu = (
    <>
      <CommandMenu commands={commands} canSearch onClose={close} {...props} />
      <Opened />
    </>
  );
  renderPage(menu, fakeSession(role), '*', '/');
  return userEvent.setup();
}
const found = (...records: FoundRecord[]) => Response.json({ records, isTolerant: false });

const field = () => screen.getByRole('combobox');
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const active = () =>
  document.querySelector(`#${CSS.escape(field().getAttribute('aria-activedescendant') ?? '')}`)
    ?.textContent;

test('without a text: all pages and actions, chosen by arrow keys and Enter', async () => {
  const user = show(found);
  expect(field()).toHaveFocus();
  expect(options()).toEqual(['Leads', 'By status', 'New lead', 'Sign out']);
  expect(active()).toBe('Leads');
  await user.keyboard('{ArrowUp}');
  expect(active()).toBe('Sign out');
  await user.keyboard('{Enter}');
  expect(signOut).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
  expect(requests).toEqual([]);
});

test('what was typed before the menu was there is in its field', async () => {
  const takeTyped = openEarlyField();
  expect(openEarlyField()).toBeUndefined();
  await userEvent.keyboard('Sign');
  show(found, { canSearch: false, takeTyped });
  await userEvent.keyboard(' out');
  expect(field()).toHaveValue('Sign out');
  expect(options()).toEqual(['Sign out']);
});

test('Enter that was pressed before the menu was there chooses what is found', async () => {
  const takeTyped = openEarlyField();
  await userEvent.keyboard('Sign out{Enter}');
  show(found, { canSearch: false, takeTyped });
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
});

test('what is called as typed comes first; the rest only has such a word', async () => {
  const user = show(found);
  await user.type(field(), 'status');
  expect(options()).toEqual(['By status']);
  await user.clear(field());
  await user.type(field(), 's');
  expect(options()).toEqual(['New lead', 'Sign out', 'By status']);
});

test('records are found by the body of a request, after the commands that are meant', async () => {
  const records = [record('l1'), record('d1', { type: 'deal', name: 'Tui Bakery', match: null })];
  const user = show(() => found(...records));
  await user.type(field(), 'lea');
  await waitFor(() => expect(options()).toHaveLength(4));
  expect(options()[2]).toBe(
    'Aroha NgataTui BakeryLead · New · Received · Bea HarperPhone: +61 491 570 156',
  );
  expect(requests.at(-1)).toEqual({ url: '/portal/search', body: { q: 'lea', limit: 8 } });
  await screen.findByText('4 results');
  expect(active()).toBe('Leads');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toContain('Aroha Ngata');
  // The other results are neighbours of the one that is opened.
  await user.keyboard('{Enter}');
  const state = { among: ['/leads/l1', '/deals/d1'] };
  await screen.findByText(JSON.stringify({ pathname: '/leads/l1', state }));
});

test('Enter before the results are there opens the first of them; not after another key', async () => {
  const user = show(() => found(record('l1')));
  await user.type(field(), '0491{Enter}5');
  await screen.findByText('1 result');
  expect(close).not.toHaveBeenCalled();
  await user.type(field(), '70156{Enter}');
  expect(close).not.toHaveBeenCalled();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  await screen.findByText(/"pathname":"\/leads\/l1"/);
  expect(requests.at(-1)?.body.q).toBe('0491570156');
});

test.each([
  ['broker', 'Your'],
  ['support', 'Partner'],
] as const)('a reference that was found is, to a %s, “%s reference”', async (role, whose) => {
  const match = { field: 'partnerLeadReferenceId', value: 'HB-17' } as const;
  const user = show(() => found(record('l1', { match })), {}, role);
  await user.type(field(), 'hb-17');
  expect(await screen.findByText(`${whose} reference: HB-17`)).toBeVisible();
});

test('says what is only close, what is not found, and what failed', async () => {
  const user = show(() => {
    const q = requests.at(-1)?.body.q;
    if (q === 'odd\u0001')
      return Response.json(
        { error: 'q: Enter words.', code: 'invalid-fields', fields: { q: 'Enter words.' } },
        { status: 400 },
      );
    if (q === 'broken') return Response.json({ error: 'Try later.', code: 'x' }, { status: 400 });
    return Response.json({ records: q === 'arhoa' ? [record('l1')] : [], isTolerant: true });
  });
  await user.type(field(), 'arhoa');
  await screen.findByText('No exact match. Similar:');
  await user.clear(field());
  await user.type(field(), 'zzz');
  await screen.findByText(/^No results/);
  await user.clear(field());
  await user.paste('odd\u0001');
  expect((await screen.findByRole('alert')).textContent).toBe('Enter words.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await user.clear(field());
  await user.type(field(), 'broken');
  expect((await screen.findByRole('alert')).textContent).toContain('Try later.');
  const before = requests.length;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(requests.length).toBeGreaterThan(before));
});

test('where records can’t be searched, one is opened by its id and nothing is sent', async () => {
  const user = show(found, { canSearch: false });
  await user.type(field(), '3f734ed2-087a-44ae');
  expect(options()).toEqual(['Open lead 3f734ed2-087a-44ae', 'Open deal 3f734ed2-087a-44ae']);
  await user.clear(field());
  await user.type(field(), 'submit');
  expect(options()).toEqual(['New lead']);
  expect(requests).toEqual([]);
});
