import { onTestFinished, expect, test, vi } from 'vitest';

import { ServiceError } from '#src/api/service-error.ts';

import { queryClient } from './query-client.ts';

test.each([
  { retryAfterMs: undefined, waitedMs: 500 },
  { retryAfterMs: 1_000, waitedMs: 1_000 },
])('a query that failed is retried no sooner than the service asks: %o', async (expected) => {
  const { retryAfterMs, waitedMs } = expected;
  vi.useFakeTimers();
  onTestFinished(() => {
    queryClient.clear();
    vi.useRealTimers();
  });
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ServiceError(503, 'service-busy', 'Busy.', { retryAfterMs }))
    .mockResolvedValueOnce('loaded');
  const loaded = queryClient.fetchQuery({ queryKey: ['retried'], queryFn: load });
  await vi.advanceTimersByTimeAsync(waitedMs - 1);
  expect(load).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  expect(await loaded).toBe('loaded');
});
