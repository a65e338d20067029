import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Session, specifiedCapabilities } from '#contract/portal/accounts.ts';
import { sessionQuery } from '#src/api/session.ts';

import { PageWithKey } from './page-with-key.tsx';

const notice = 'Connect the lender’s system with your API key';
let queryClient: QueryClient;
let session: Session;

beforeEach(() => {
  queryClient = new QueryClient();
  vi.stubGlobal('fetch', async () => Response.json(session));
});
afterEach(() => vi.unstubAllGlobals());

/**
 * Sets whether the session says that an API key is needed, as if the session had been refetched.
 */
function hear(needsApiKey: boolean): void {
  session = {
    account: { id: 'a', email: 'ada@harbour.test', name: 'Ada Marsh', role: 'broker' },
    partner: null,
    contact: null,
    capabilities: specifiedCapabilities,
    needsApiKey,
  };
  act(() => void queryClient.setQueryData(sessionQuery.queryKey, session));
}

function open(address: string): void {
  const pages = [
    { path: '/leads', element: <p>All leads</p> },
    { path: '/leads/new', element: <input aria-label="First name" /> },
    { path: '/profile', element: <p>My profile</p> },
  ];
  const router = createMemoryRouter([{ element: <PageWithKey />, children: pages }], {
    initialEntries: [address],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </QueryClientProvider>,
  );
}

test('with nothing to ask for, the page stands alone', async () => {
  hear(false);
  open('/leads');
  expect(await screen.findByText('All leads')).toBeVisible();
  expect(screen.queryByText(notice)).toBeNull();
});

test('a page arrived at without a key gives way to what asks for it, until there is one', async () => {
  hear(true);
  open('/leads');
  expect(await screen.findByText(notice)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Leads' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your profile' })).toBeVisible();
  expect(screen.queryByText('All leads')).toBeNull();
  hear(false);
  expect(await screen.findByText('All leads')).toBeVisible();
  expect(screen.queryByText(notice)).toBeNull();
});

test('a page that was there before a key was rejected keeps what was typed', async () => {
  hear(false);
  open('/leads/new');
  await userEvent.type(await screen.findByLabelText('First name'), 'Aroha');
  hear(true);
  expect(await screen.findByText(notice)).toBeVisible();
  expect(screen.getByLabelText('First name')).toHaveValue('Aroha');
});

test('the profile, where it is entered, is there in any case', async () => {
  hear(true);
  open('/profile');
  expect(await screen.findByText('My profile')).toBeVisible();
  expect(screen.queryByText(notice)).toBeNull();
});
