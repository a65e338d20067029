import { beforeEach, expect, test, vi } from 'vitest';

import { errorCodeOfStatus } from '#contract/v1/errors.ts';

import { retryUntilResponse } from './retry.ts';
import { ServiceError } from './service-error.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

/** Starts a request whose first attempts fail with the errors; the next one succeeds. */
function start(errors: readonly Error[]) {
  const times: number[] = [];
  const stop = new AbortController();
  const onConnectionStatus =
    vi.fn<Parameters<typeof retryUntilResponse>[1]['onConnectionStatus']>();
  const begin = Date.now();
  const send = async () => {
    times.push(Date.now() - begin);
    const error = errors[times.length - 1];
    if (error !== undefined) throw error;
    return 'done';
  };
  const response = retryUntilResponse(send, { signal: stop.signal, onConnectionStatus });
  response.catch(() => {});
  return { times, stop, onConnectionStatus, response };
}

const down = new ServiceError(503, 'service-busy', 'Down.');

test('retries after growing delays, of which the last repeats', async () => {
  const { times, response } = start(Array.from({ length: 7 }, () => down));
  await vi.runAllTimersAsync();
  expect(times).toEqual([0, 1, 3, 7, 15, 30, 45, 60].map((seconds) => seconds * 1_000));
  await expect(response).resolves.toBe('done');
});

test('waits as long as the service requests', async () => {
  const { times } = start([
    new ServiceError(429, 'too-many-requests', 'Busy.', { retryAfterMs: 30_000 }),
    down,
  ]);
  await vi.runAllTimersAsync();
  expect(times).toEqual([0, 30_000, 32_000]);
});

test('reports since when the service does not respond, and when it responds again', async () => {
  const since = Date.now();
  const { onConnectionStatus } = start([down, new ServiceError(429, 'too-many-requests', 'Busy.')]);
  await vi.runAllTimersAsync();
  expect(onConnectionStatus.mock.calls).toEqual([
    [{ since, message: 'Down.', isBusy: false }],
    [{ since, message: 'Busy.', isBusy: true }],
    [null],
  ]);
});

test.each([400, 403, 404, 409, 412])(
  'does not retry a request rejected with %i',
  async (status) => {
    const { times, response } = start([new ServiceError(status, errorCodeOfStatus(status), 'No.')]);
    await expect(response).rejects.toHaveProperty('status', status);
    expect(times).toHaveLength(1);
  },
);

test('an abort ends the wait at once, and leaves no timer', async () => {
  const { times, stop, response } = start([down]);
  await vi.advanceTimersByTimeAsync(500);
  stop.abort(new Error('Stopped.'));
  await expect(response).rejects.toThrow('Stopped.');
  expect([times.length, vi.getTimerCount()]).toEqual([1, 0]);
});

test('retries at once when the browser is online again', async () => {
  const window = new EventTarget();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  const { times } = start([down, down, down, down]);
  await vi.advanceTimersByTimeAsync(7_500);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(times).toEqual([0, 1_000, 3_000, 7_000, 7_500]);
  vi.unstubAllGlobals();
});
