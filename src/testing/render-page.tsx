import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';

import type { Role } from '#contract/endpoint.ts';
import { type Capabilities, ownCapabilities, type Session } from '#contract/portal/accounts.ts';
import type { LenderRequest } from '#contract/portal/requests.ts';
import type { View } from '#contract/portal/views.ts';
import { sessionQuery } from '#src/api/session.ts';

/** Returns the session of a signed-in user, for tests. */
export function fakeSession(role: Role, capabilities: Partial<Capabilities> = {}): Session {
  const isSupport = role === 'support';
  return {
    account: {
      id: 'a1',
      email: 'sam@harbour.test',
      name: 'Sam Tester',
      role,
      isManager: role === 'partner-admin',
    },
    partner: isSupport ? null : { id: 'p1', name: 'Harbour Finance' },
    contact: isSupport ? null : { id: 'c1', firstName: 'Sam', lastName: 'Tester' },
    // Live changes need a connection of their own.
    capabilities: { ...ownCapabilities, liveChanges: false, ...capabilities },
    needsApiKey: false,
  };
}

/** Returns a view of a list that somebody else has shared. */
export function fakeView(list: View['list'], name: string, query: string): View {
  return { id: 'v1', list, name, query, isShared: true, canChange: false, isPinned: true };
}

/** A question of the lender that waits for an answer. */
export const question: LenderRequest = {
  id: 'r1',
  state: 'open',
  asked: { kind: 'question' },
  text: 'Is the second director a guarantor?',
  dueDate: null,
  leadId: 'l1',
  answer: '',
  reason: '',
  files: [],
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
};

/** Lets popovers be opened: jsdom has only their style, which is closed. */
export function allowPopovers(): void {
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      this.setAttribute('open', '');
      this.removeAttribute('popover');
    },
  });
}

/** Opens the menu of a button. The test environment has no popovers: it is shown as any other. */
export function openMenu(opener: Element): HTMLElement {
  const menu = document.querySelector(`[id="${opener.getAttribute('popovertarget')}"]`);
  if (!(menu instanceof HTMLElement)) throw new Error('There is no menu.');
  menu.removeAttribute('popover');
  const event = Object.assign(new Event('beforetoggle'), { newState: 'open' });
  act(() => void menu.dispatchEvent(event));
  return menu;
}

/**
 * Renders a page at an address, for the user of the session. A failed query is not retried. Returns
 * the cache of the page.
 */
export function renderPage(
  page: ReactNode,
  session: Session,
  path = '/',
  address = path,
): QueryClient {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.setQueryData(sessionQuery.queryKey, session);
  const router = createMemoryRouter([{ path, element: page }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </QueryClientProvider>,
  );
  return queryClient;
}
