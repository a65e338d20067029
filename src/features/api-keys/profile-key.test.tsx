import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import type { ErrorBody } from '#contract/v1/errors.ts';
import { sessionQuery } from '#src/api/session.ts';
import { renderWithQueries } from '#src/testing/render.tsx';

import { PasswordRequired } from './password-gate.tsx';
import { ProfileKey } from './profile-key.tsx';

const apiKey = {
  masked: 'ppk_…4321',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
  rejectedAt: null,
};
const wrong = { error: 'This is not your password.', code: 'wrong-password' };
let requested: string[];
/** Whether the password was confirmed in the last 5 minutes, as the service would count them. */
let isConfirmed: boolean;
/** The error with which the service rejects requests for the key, whatever the password. */
let forbidden: ErrorBody | undefined;

beforeEach(() => {
  requested = [];
  isConfirmed = false;
  forbidden = undefined;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requested.push(address);
    if (address === '/portal/password-confirmation') {
      isConfirmed = init.body === '{"password":"right"}';
      return isConfirmed
        ? Response.json({ confirmedUntil: '2026-01-01T00:05:00.000Z' })
        : Response.json({ ...wrong, fields: { password: wrong.error } }, { status: 400 });
    }
    if (address.endsWith('/provider-request'))
      return Response.json({ address: 'https://login.example.com/' });
    if (forbidden) return Response.json(forbidden, { status: 403 });
    if (!isConfirmed)
      return Response.json(
        { error: 'Enter your password.', code: 'password-confirmation-required' },
        { status: 403 },
      );
    return Response.json({ apiKey: address.endsWith('/replace') ? 'ppk_new' : 'ppk_whole' });
  });
});

const user = userEvent.setup();
const press = async (name: string) => user.click(screen.getByRole('button', { name }));
const key = () => screen.getByRole('status', { name: 'API key' });

function show(cached?: Parameters<typeof renderWithQueries>[1]): void {
  renderWithQueries(
    <>
      <ProfileKey apiKey={apiKey} />
      <PasswordRequired />
    </>,
    cached,
  );
}

/** Types the password into the dialog and submits it. */
async function typePassword(password: string): Promise<void> {
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
}

test('the error of a wrong password is shown at its field, and the key stays masked', async () => {
  show();
  expect(key()).toHaveTextContent('ppk_…4321');
  await press('Show API key');
  await typePassword('wrong');
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/not your password/),
  );
  expect(key()).toHaveTextContent('ppk_…4321');
});

test('the key is shown after the password, and masked again after a minute', async () => {
  show();
  await press('Show API key');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await typePassword('right');
  expect(await screen.findByText('ppk_whole')).toBeVisible();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(key()).toHaveTextContent('ppk_…4321');
});

test('within 5 minutes the password is not needed again; after them it is', async () => {
  show();
  await press('Show API key');
  await typePassword('right');
  await press('Hide API key');
  await press('Show API key');
  expect(await screen.findByText('ppk_whole')).toBeVisible();
  await press('Hide API key');

  isConfirmed = false;
  await press('Show API key');
  expect(await screen.findByLabelText('Password')).toBeVisible();
});

test.each(['no-access', 'cross-site-request', 'upstream-key-missing'] as const)(
  'a 403 of %s shows its sentence and does not ask for the password again',
  async (code) => {
    show();
    forbidden = { error: 'You can’t see this key.', code };
    await press('Show API key');
    await typePassword('right');
    expect(await screen.findByText('You can’t see this key.')).toBeVisible();
    expect(screen.queryByLabelText('Password')).toBeNull();
  },
);

test('closing the password dialog changes nothing', async () => {
  show();
  await press('Show API key');
  await press('Cancel');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requested).toEqual([]);
});

test('a key is replaced after a confirmation, and the new one shown', async () => {
  show();
  await press('Replace API key');
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Replace API key' }));
  await typePassword('right');
  expect(await screen.findByText('ppk_new')).toBeVisible();
  expect(screen.getByText('API key replaced')).toBeVisible();
});

test('what is typed stays if the browser blocks the tab of the identity provider', async () => {
  vi.stubGlobal('open', () => null);
  show([[sessionQuery.queryKey, { provider: 'Harbour Login' }]]);
  await press('Show API key');
  await user.type(await screen.findByLabelText('Password'), 'half');
  await press('Sign in again with Harbour Login');
  expect(await screen.findByText(/blocked the new tab/)).toBeVisible();
  expect(screen.getByLabelText('Password')).toHaveValue('half');
});
