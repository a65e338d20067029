import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Session } from '#contract/portal/accounts.ts';
import { sessionQuery } from '#src/api/session.ts';
import { fakeSession } from '#src/testing/render-page.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';

import { ApiKeyRequired } from './frame.tsx';
import { Layout } from './layout.tsx';
import { navItems } from './nav-items.tsx';

test('marks the current page in the navigation; the next page’s heading gets the focus and the title', async () => {
  const onSearch = vi.fn();
  const onSignOut = vi.fn();
  const person = { name: 'Sam Tester', partnerName: 'Harbour Finance' };
  const router = createMemoryRouter(
    [
      {
        element: (
          <Layout person={person} navItems={navItems} onSearch={onSearch} onSignOut={onSignOut}>
            <Outlet />
          </Layout>
        ),
        children: [
          { path: '/leads', element: <PageHeader title="Leads" /> },
          { path: '/deals', element: <PageHeader title="Deals" /> },
        ],
      },
    ],
    { initialEntries: ['/leads'] },
  );
  render(<RouterProvider router={router} />);
  expect(screen.getByRole('heading', { name: 'Leads' })).not.toHaveFocus();
  expect(screen.getByRole('link', { name: 'Leads' })).toHaveAttribute('aria-current', 'page');

  await userEvent.click(screen.getByRole('link', { name: 'Deals' }));
  expect(screen.getByRole('heading', { name: 'Deals' })).toHaveFocus();
  expect(document.title).toBe('Deals · Partner portal');

  expect(screen.getByRole('link', { name: /Sam Tester/ })).toHaveAttribute('href', '/profile');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(onSearch).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(onSignOut).toHaveBeenCalledOnce();
});

const notice = 'Connect the lender’s system with your API key';
let queryClient: QueryClient;
let session: Session;

beforeEach(() => {
  queryClient = new QueryClient();
  vi.stubGlobal('fetch', async () => Response.json(session));
});

/**
 * Sets whether the session says that an API key is needed, as if the session had been refetched.
 */
function setNeedsApiKey(needsApiKey: boolean): void {
  session = { ...fakeSession('broker'), needsApiKey };
  act(() => void queryClient.setQueryData(sessionQuery.queryKey, session));
}

function open(address: string): void {
  const pages = [
    { path: '/leads', element: <p>All leads</p> },
    { path: '/leads/new', element: <input aria-label="First name" /> },
    { path: '/profile', element: <p>My profile</p> },
  ];
  const router = createMemoryRouter([{ element: <ApiKeyRequired />, children: pages }], {
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

test('shows only the page if no key is needed', async () => {
  setNeedsApiKey(false);
  open('/leads');
  expect(await screen.findByText('All leads')).toBeVisible();
  expect(screen.queryByText(notice)).toBeNull();
});

test('shows the prompt instead of a page that is opened without a key, until there is a key', async () => {
  setNeedsApiKey(true);
  open('/leads');
  expect(await screen.findByText(notice)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Leads' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your profile' })).toBeVisible();
  expect(screen.queryByText('All leads')).toBeNull();
  setNeedsApiKey(false);
  expect(await screen.findByText('All leads')).toBeVisible();
  expect(screen.queryByText(notice)).toBeNull();
});

test('keeps the input of a page that was open when the key was rejected', async () => {
  setNeedsApiKey(false);
  open('/leads/new');
  await userEvent.type(await screen.findByLabelText('First name'), 'Aroha');
  setNeedsApiKey(true);
  expect(await screen.findByText(notice)).toBeVisible();
  expect(screen.getByLabelText('First name')).toHaveValue('Aroha');
});

test('always shows the profile, where the key is entered', async () => {
  setNeedsApiKey(true);
  open('/profile');
  expect(await screen.findByText('My profile')).toBeVisible();
  expect(screen.queryByText(notice)).toBeNull();
});
