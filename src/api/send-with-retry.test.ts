import { describe, expect, test, vi } from 'vitest';

import { errorCodeOfStatus } from '#contract/v1/errors.ts';

import { OutcomeUnknownError, sendWithRetry } from './send-with-retry.ts';
import { ServiceError } from './service-error.ts';

type Send = () => Promise<string>;

function run(send: Send, retryDelaysMs: readonly number[] = [0]) {
  const stop = new AbortController();
  const onRetry = vi.fn<() => void>();
  return {
    stop,
    onRetry,
    response: sendWithRetry(send, { retryDelaysMs, signal: stop.signal, onRetry }),
  };
}

type More = NonNullable<ConstructorParameters<typeof ServiceError>[3]>;
const codeOf = (status: number, { retryAfterMs }: More) => {
  if (status === 0) return 'unreachable';
  return errorCodeOfStatus(status, retryAfterMs !== undefined);
};
const failure = (status: number, more: More = {}) =>
  new ServiceError(status, codeOf(status, more), `status ${status}`, more);

test('a response at once needs no retry', async () => {
  const { response, onRetry } = run(() => Promise.resolve('created'));
  await expect(response).resolves.toBe('created');
  expect(onRetry).not.toHaveBeenCalled();
});

describe('sent again', () => {
  test.each([0, 200, 408, 429, 500, 503])('after %i, until the response comes', async (status) => {
    const send = vi
      .fn<Send>()
      .mockRejectedValueOnce(failure(status))
      .mockResolvedValueOnce('created');
    const { response, onRetry } = run(send);
    await expect(response).resolves.toBe('created');
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('after a 409 that says when the first attempt may be over', async () => {
    const send = vi
      .fn<Send>()
      .mockRejectedValueOnce(failure(409, { retryAfterMs: 0 }))
      .mockResolvedValueOnce('created');
    await expect(run(send).response).resolves.toBe('created');
  });

  test('until the last failure, which is reported if it says that nothing arrived', async () => {
    const submission = { outcome: 'not-sent', reference: 'P-1', sentAt: '' } as const;
    const send = vi.fn<Send>().mockRejectedValue(failure(503, { submission }));
    await expect(run(send).response).rejects.toHaveProperty('status', 503);
    expect(send).toHaveBeenCalledTimes(6);
  });

  test('not at all if the wait would be long', async () => {
    const submission = { outcome: 'not-sent', reference: 'P-1', sentAt: '' } as const;
    const send = vi
      .fn<Send>()
      .mockRejectedValue(failure(429, { submission, retryAfterMs: 600_000 }));
    await expect(run(send).response).rejects.toHaveProperty('status', 429);
    expect(send).toHaveBeenCalledOnce();
  });

  test('until the retries end, then the outcome is unknown', async () => {
    const send = vi.fn<Send>().mockRejectedValue(failure(0));
    await expect(run(send).response).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect(send).toHaveBeenCalledTimes(6);
  });
});

test.each([400, 401, 403, 409, 422])('a rejection with %i is final', async (status) => {
  const send = vi.fn<Send>().mockRejectedValue(failure(status));
  await expect(run(send).response).rejects.toHaveProperty('status', status);
  expect(send).toHaveBeenCalledOnce();
});

test('a submission can be stopped while it waits for the response', async () => {
  const { response, stop } = run(() => new Promise(() => {}));
  stop.abort();
  await expect(response).rejects.toBeInstanceOf(OutcomeUnknownError);
});

test('a submission can be stopped between two attempts', async () => {
  const { response, stop, onRetry } = run(() => Promise.reject(failure(0)), [60_000]);
  await expect.poll(() => onRetry.mock.calls).not.toEqual([]);
  stop.abort();
  await expect(response).rejects.toBeInstanceOf(OutcomeUnknownError);
});
