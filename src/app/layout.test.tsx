import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';

import { PageHeader } from '#src/ui/layout/page-header.tsx';

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
