import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import { ServiceError } from '#src/api/service-error.ts';
import type { LoadError } from '#src/lib/load-error.ts';

import { PageError } from './error.tsx';
import { RecordLoadError } from './not-shown.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

/** Opens a page whose loader fails at first. */
async function open(error: ServiceError) {
  const load = vi.fn<() => null>(() => null);
  load.mockImplementationOnce(() => {
    throw error;
  });
  const page = { path: '/leads/:id', loader: load, element: <p>The page</p> };
  const root = { HydrateFallback: () => null, ErrorBoundary: PageError, children: [page] };
  const router = createMemoryRouter([root], { initialEntries: ['/leads/1?tab=files'] });
  render(<RouterProvider router={router} />);
  await wait(0);
  screen.getByText(error.message);
  return { load, router };
}

const wait = async (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

test('a page that a busy service could not send is tried again by itself', async () => {
  const { load, router } = await open(
    new ServiceError(503, 'service-busy', 'The service is busy.'),
  );
  screen.getByText(/^Trying again/);
  await wait(5_000);
  screen.getByText('The page');
  expect(router.state.location).toMatchObject({ pathname: '/leads/1', search: '?tab=files' });
  expect(load).toHaveBeenCalledTimes(2);
});

test('a page that somebody may not see stays away', async () => {
  const { load } = await open(new ServiceError(403, 'no-access', 'It is not yours.'));
  await wait(60_000);
  screen.getByText('You don’t have access');
  expect(load).toHaveBeenCalledTimes(1);
});

const forbidden: LoadError = {
  hasFailed: true,
  why: 'You don’t have access.',
  isNotFound: false,
  isForbidden: true,
  isTemporary: false,
  failedAt: 0,
  loadedAt: undefined,
  requestId: undefined,
  isRetrying: false,
  onRetry: () => {},
};

test.each([
  ['draft', 'This draft belongs to someone else', 'Only they can open it.'],
  ['lead', 'You don’t have access', 'If you need it, ask your partner admin.'],
] as const)('a %s without access says who can open it', (recordType, title, text) => {
  render(<RecordLoadError recordType={recordType} loadError={forbidden} />, {
    wrapper: MemoryRouter,
  });
  expect(screen.getByText(title)).toBeInTheDocument();
  expect(screen.getByText(text)).toBeInTheDocument();
});
