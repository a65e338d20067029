import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

import { ServiceError } from '#src/api/service-error.ts';

import { PageError } from './error.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

/** Opens a page whose loader fails at first. Returns how often it was loaded. */
async function open(error: ServiceError) {
  const load = vi.fn<() => null>(() => null);
  load.mockImplementationOnce(() => {
    throw error;
  });
  const page = {
    path: '/',
    loader: load,
    HydrateFallback: () => null,
    element: <p>The page</p>,
    ErrorBoundary: PageError,
  };
  render(<RouterProvider router={createMemoryRouter([page])} />);
  await wait(0);
  screen.getByText(error.message);
  return load;
}

const wait = async (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

test('a page that a busy service could not send is tried again by itself', async () => {
  const load = await open(new ServiceError(503, 'service-busy', 'The service is busy.'));
  screen.getByText(/^Trying again/);
  await wait(5_000);
  screen.getByText('The page');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a page that somebody may not see stays away', async () => {
  const load = await open(new ServiceError(403, 'no-access', 'It is not yours.'));
  await wait(60_000);
  screen.getByText('You don’t have access');
  expect(load).toHaveBeenCalledTimes(1);
});
