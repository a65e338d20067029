import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Role } from '#contract/endpoint.ts';
import { specifiedCapabilities } from '#contract/portal/accounts.ts';
import { profileQuery } from '#src/api/account/profile.ts';
import { sessionQuery } from '#src/api/session.ts';
import { fakeSession } from '#src/testing/render-page.tsx';
import { renderWithQueries } from '#src/testing/render.tsx';

import { EnteredKeys } from './entered-keys.tsx';
import { PasswordRequired } from './password-gate.tsx';

/** The state of the fake service, as its responses return it. */
let stored: { masked: string; rejectedAt: string | null } | null;
let keysByPerson: Record<string, string>;
let role: Role;
/** The request bodies that entered a key. */
let enteredKeys: unknown[];

const accepted = 'accepted-elsewhere-1234';
const times = { createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null };
const people = () =>
  [
    { id: 'ada', name: 'Ada Marsh' },
    { id: 'bea', name: 'Bea Harper' },
    { id: 'sol', name: 'Sol Ridge' },
  ].map(({ id, name }) => ({
    id,
    name,
    email: `${id}@harbour.test`,
    role: 'broker',
    apiKey: keysByPerson[id] === undefined ? null : { ...times, rejectedAt: null },
  }));

function enter(address: string, { apiKey }: { apiKey: string }): Response {
  enteredKeys.push(apiKey);
  if (apiKey === 'taken') return Response.json({ error: 'It is somebody’s.' }, { status: 409 });
  if (apiKey !== accepted) {
    const error = 'The lender’s system doesn’t accept this API key.';
    return Response.json({ error, fields: { apiKey: error } }, { status: 400 });
  }
  const [, id] = /people\/(\w+)\//.exec(address) ?? [];
  if (id === undefined) stored = { masked: '…1234', rejectedAt: null };
  else keysByPerson[id] = apiKey;
  return new Response(null);
}

beforeEach(() => {
  stored = null;
  role = 'broker';
  keysByPerson = {};
  enteredKeys = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    if (address === '/portal/password-confirmation')
      return Response.json({ confirmedUntil: '2026-01-01T00:05:00.000Z' });
    if (address === '/portal/people') return Response.json(people());
    if (address === '/portal/profile') return Response.json(profile());
    return enter(address, body);
  });
});

const session = fakeSession('broker', specifiedCapabilities);

const profile = () => ({
  account: { ...session.account, role },
  partner: null,
  contact: { id: 'ada', firstName: 'Ada', lastName: 'Marsh' },
  baseAddress: 'https://portal.test',
  entersApiKey: true,
  apiKey: stored && { ...times, ...stored },
});

/** Reads the profile from the service again after each change, as the profile page does. */
function Keys() {
  const { data } = useQuery(profileQuery);
  return data && <EnteredKeys profile={data} />;
}

function show(upstreamName?: string): void {
  const named = { ...session, ...(upstreamName !== undefined && { upstreamName }) };
  const page = (
    <>
      <Keys />
      <PasswordRequired />
    </>
  );
  renderWithQueries(page, [[sessionQuery.queryKey, named]]);
}

const user = userEvent.setup();
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const field = async () => screen.findByLabelText('API key', { selector: 'input' });
async function typePassword(): Promise<void> {
  await user.type(await screen.findByLabelText('Password'), 'right{Enter}');
}
async function typeKey(apiKey: string): Promise<void> {
  await user.clear(await field());
  await user.type(await field(), `${apiKey}{Enter}`);
}

test('a key is entered after the password, and shown masked once the service accepts it', async () => {
  show();
  expect(await screen.findByText('No API key entered yet.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'People' })).toBeNull();
  await press('Enter API key');
  await typePassword();
  await typeKey(`  ${accepted} `);
  expect(await screen.findByText('Your API key works')).toBeVisible();
  expect(screen.getByRole('status', { name: 'API key' })).toHaveTextContent('…1234');
  expect(screen.getByRole('button', { name: 'Enter another API key' })).toHaveFocus();
  expect(enteredKeys).toEqual([accepted]);
});

test('an invalid or rejected key has its error at the field, and the dialog stays open', async () => {
  show();
  await press('Enter API key');
  await typePassword();
  await typeKey('two words');
  expect(await field()).toHaveAccessibleDescription(/only letters, digits and symbols/);
  expect(enteredKeys).toEqual([]);
  await typeKey('made-up');
  await waitFor(async () =>
    expect(await field()).toHaveAccessibleDescription(/doesn’t accept this API key/),
  );
  await typeKey('taken');
  expect(await screen.findByRole('alert')).toHaveTextContent('It is somebody’s.');
  await press('Cancel');
  expect(screen.getByText('No API key entered yet.')).toBeVisible();
});

test('the typed key is hidden until it is shown, and browsers do not save it', async () => {
  show();
  await press('Enter API key');
  await typePassword();
  expect(await field()).toHaveAttribute('type', 'password');
  expect(await field()).toHaveAttribute('autocomplete', 'off');
  await press('Show');
  expect(await field()).toHaveAttribute('type', 'text');
});

test('when the service rejects the key, the current one is requested', async () => {
  stored = { masked: '…9876', rejectedAt: '2026-01-02T00:00:00.000Z' };
  show();
  expect(await screen.findByText(/rejects your API key/)).toBeVisible();
  await press('Enter API key');
  await typePassword();
  await typeKey(accepted);
  expect(await screen.findByText('Your API key works')).toBeVisible();
  expect(screen.queryByText(/rejects your API key/)).toBeNull();
});

test('every sentence has the name that the operator has given the existing service', async () => {
  stored = { masked: '…9876', rejectedAt: '2026-01-02T00:00:00.000Z' };
  role = 'partner-admin';
  show('our CRM');
  expect(await screen.findByText('Our CRM rejects your API key')).toBeVisible();
  expect(screen.getByText(/^Leads and deals are stored in our CRM\./)).toBeVisible();
  expect(screen.getByText(/^Everyone needs their own API key of our CRM\./)).toBeVisible();
  await press('Enter API key');
  await typePassword();
  expect(await field()).toHaveAccessibleDescription(/^We check the key with our CRM\./);
});

test('an admin enters the keys of others, with one password confirmation', async () => {
  keysByPerson = { sol: accepted };
  role = 'partner-admin';
  show();
  expect(await screen.findByRole('region', { name: 'People' })).toBeVisible();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Bea Harper.*Not entered yet/),
    expect.stringMatching(/Sol Ridge.*Entered/),
  ]);
  await press('Enter API key for Bea Harper');
  await typePassword();
  expect(await screen.findByRole('dialog')).toHaveAccessibleName('Enter API key for Bea Harper');
  await typeKey(accepted);
  expect(await screen.findByText('The API key works: Bea Harper')).toBeVisible();
  expect(screen.queryByText('Not entered yet')).toBeNull();
  await press('Enter API key for Sol Ridge');
  expect(await field()).toBeVisible();
});
