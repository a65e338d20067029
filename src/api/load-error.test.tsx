import { focusManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { untilNextTry, useLoadError } from './load-error.ts';
import { ServiceError } from './service-error.ts';

/** Creates the service's response to each request from now on; `asked` counts the requests. */
let response: () => Promise<string>;
let asked = 0;

const down = () => Promise.reject(new ServiceError(503, 'service-busy', 'Down at 10:32.'));
const up = () => Promise.resolve('news');

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date(2026, 10, 21, 10, 32));
  asked = 0;
  return () => {
    vi.useRealTimers();
    focusManager.setFocused(undefined);
  };
});

/** The text of each render. */
const shown: string[] = [];

function Page() {
  const query = useQuery({
    queryKey: ['news'],
    queryFn: () => {
      asked += 1;
      return response();
    },
  });
  const loadError = useLoadError(query);
  const text = loadError ? `${loadError.why}, ${loadError.passes ? 'again' : 'not again'}` : 'fine';
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
  const queries = { retry: false, staleTime: Infinity, refetchInterval: untilNextTry };
  const client = new QueryClient({ defaultOptions: { queries } });
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  await pass(0);
  shown.length = 0;
  return client;
}

async function pass(seconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
}

test('it is tried again with growing waits, says the same all the while, and stops when it has worked', async () => {
  response = down;
  await open();
  const times: number[] = [];
  for (let second = 0; second < 200; second += 1) {
    const before = asked;
    await pass(1);
    if (asked > before) times.push(second + 1);
  }
  expect(times).toEqual([5, 10, 20, 40, 80, 140, 200]);
  expect(new Set(shown)).toEqual(new Set(['The service isn’t responding, again']));

  response = up;
  await pass(61);
  expect(screen.getByText(/news: fine/)).toBeVisible();
  asked = 0;
  await pass(600);
  expect(asked).toBe(0);
});

test('an answer that is late is told, and waited for', async () => {
  const slow = Promise.withResolvers<string>();
  response = () => slow.promise;
  await open();
  await pass(4);
  expect(screen.getByText(/nothing: fine/)).toBeVisible();
  await pass(2);
  expect(screen.getByText(/nothing: The service is slow to respond/)).toBeVisible();
  slow.resolve('late news');
  await pass(1);
  expect(screen.getByText(/late news: fine/)).toBeVisible();
  expect(asked).toBe(1);
});

test('what was read before stays while it is tried again', async () => {
  response = up;
  const client = await open();
  response = down;
  await act(() => client.invalidateQueries());
  await pass(0);
  expect(screen.getByText(/news: The service isn’t responding/)).toBeVisible();
  response = up;
  await pass(6);
  expect(screen.getByText(/news: fine/)).toBeVisible();
});

test('a window that nobody looks at asks for nothing', async () => {
  response = down;
  await open();
  focusManager.setFocused(false);
  asked = 0;
  await pass(300);
  expect(asked).toBe(0);
});

test('the service is given the time it asks for', async () => {
  response = () =>
    Promise.reject(
      new ServiceError(429, 'too-many-requests', 'Too much.', { retryAfterMs: 30_000 }),
    );
  await open();
  asked = 0;
  await pass(29);
  expect(asked).toBe(0);
  await pass(2);
  expect(asked).toBe(1);
});

test('a rejection stays one, in the service’s words', async () => {
  response = () =>
    Promise.reject(new ServiceError(403, 'no-access', 'You don’t have access to this lead.'));
  await open();
  asked = 0;
  await pass(300);
  expect(asked).toBe(0);
  expect(screen.getByText(/You don’t have access to this lead., not again/)).toBeVisible();
});

test('the person can try at once', async () => {
  response = down;
  await open();
  const slow = Promise.withResolvers<string>();
  response = () => slow.promise;
  act(() => screen.getByRole('button', { name: 'Try' }).click());
  await pass(0);
  expect(screen.getByRole('button', { name: 'Trying' })).toBeVisible();
  slow.resolve('late news');
  await pass(0);
  expect(screen.getByText(/late news: fine/)).toBeVisible();
});
