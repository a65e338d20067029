import { focusManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { retryIntervalMs, useLoadError } from './query-errors.ts';
import { ServiceError } from './service-error.ts';

/** Creates the service's response to each request; `requestCount` counts the requests. */
let response: () => Promise<string>;
let requestCount = 0;

const down = () => Promise.reject(new ServiceError(503, 'service-busy', 'Down at 10:32.'));
const up = () => Promise.resolve('news');

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date(2026, 10, 21, 10, 32));
  requestCount = 0;
  return () => {
    focusManager.setFocused(undefined);
  };
});

/** The text of each render. */
const shown: string[] = [];

function Page() {
  const query = useQuery({
    queryKey: ['news'],
    queryFn: () => {
      requestCount += 1;
      return response();
    },
  });
  const loadError = useLoadError(query);
  const text = loadError
    ? `${loadError.why} ${loadError.isTemporary ? 'Again' : 'Not again'}`
    : 'fine';
  shown.push(text);
  return (
    <p>
      {query.data ?? 'nothing'}: {text}
      <button type="button" onClick={loadError?.onRetry}>
        {loadError?.isRetrying === true ? 'Trying' : 'Try'}
      </button>
    </p>
  );
}

async function open() {
  const queries = { retry: false, staleTime: Infinity, refetchInterval: retryIntervalMs };
  const client = new QueryClient({ defaultOptions: { queries } });
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  await advance(0);
  shown.length = 0;
  return client;
}

async function advance(seconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
}

test('retries with growing delays and the same message until a retry succeeds', async () => {
  response = down;
  await open();
  const times: number[] = [];
  for (let second = 0; second < 200; second += 1) {
    const before = requestCount;
    await advance(1);
    if (requestCount > before) times.push(second + 1);
  }
  expect(times).toEqual([5, 10, 20, 40, 80, 140, 200]);
  expect(new Set(shown)).toEqual(new Set(['The service isn’t responding. Again']));

  response = up;
  await advance(61);
  expect(screen.getByText(/news: fine/)).toBeVisible();
  requestCount = 0;
  await advance(600);
  expect(requestCount).toBe(0);
});

test('reports a slow response, and keeps waiting for it', async () => {
  const slow = Promise.withResolvers<string>();
  response = () => slow.promise;
  await open();
  await advance(4);
  expect(screen.getByText(/nothing: fine/)).toBeVisible();
  await advance(2);
  expect(screen.getByText(/nothing: The service is slow to respond/)).toBeVisible();
  slow.resolve('late news');
  await advance(1);
  expect(screen.getByText(/late news: fine/)).toBeVisible();
  expect(requestCount).toBe(1);
});

test('keeps the loaded data while it retries', async () => {
  response = up;
  const client = await open();
  response = down;
  await act(() => client.invalidateQueries());
  await advance(0);
  expect(screen.getByText(/news: The service isn’t responding/)).toBeVisible();
  response = up;
  await advance(6);
  expect(screen.getByText(/news: fine/)).toBeVisible();
});

test('does not retry in a hidden window', async () => {
  response = down;
  await open();
  focusManager.setFocused(false);
  requestCount = 0;
  await advance(300);
  expect(requestCount).toBe(0);
});

test('waits as long as the service requests', async () => {
  response = () =>
    Promise.reject(
      new ServiceError(429, 'too-many-requests', 'Too much.', { retryAfterMs: 30_000 }),
    );
  await open();
  requestCount = 0;
  await advance(29);
  expect(requestCount).toBe(0);
  await advance(2);
  expect(requestCount).toBe(1);
});

test('does not retry a rejection, and shows the service’s words', async () => {
  response = () =>
    Promise.reject(new ServiceError(403, 'no-access', 'You don’t have access to this lead.'));
  await open();
  requestCount = 0;
  await advance(300);
  expect(requestCount).toBe(0);
  expect(screen.getByText(/You don’t have access to this lead. Not again/)).toBeVisible();
});

test('the user can retry at once', async () => {
  response = down;
  await open();
  const slow = Promise.withResolvers<string>();
  response = () => slow.promise;
  act(() => screen.getByRole('button', { name: 'Try' }).click());
  await advance(0);
  expect(screen.getByRole('button', { name: 'Trying' })).toBeVisible();
  slow.resolve('late news');
  await advance(0);
  expect(screen.getByText(/late news: fine/)).toBeVisible();
});
