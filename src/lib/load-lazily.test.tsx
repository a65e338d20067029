import { beforeEach, expect, test, vi } from 'vitest';

import { awaitPart, loadPart, NewVersionError, partsState, waitForReload } from './load-lazily.ts';

const missing = new TypeError('Failed to fetch dynamically imported module');
/** Rejects with a browser's error for a script that it could not load. */
const fail = async () => Promise.reject(missing);

/** Sets the status of the service's responses to requests for scripts; null: no response. */
function answerWith(getStatus: () => number | null) {
  vi.stubGlobal('fetch', async () => {
    const status = getStatus();
    if (status === null) throw new TypeError('Failed to fetch');
    return new Response(null, { status });
  });
}

/** Returns the error of a promise. */
const errorOf = async (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

beforeEach(() => {
  vi.useFakeTimers();
  partsState.set('here');
});

test.each([503, null])(
  'a part is loaded as soon as the service is back, however long that takes (%s until then)',
  async (status) => {
    let isBack = false;
    answerWith(() => (isBack ? 200 : status));
    const load = vi.fn(async () => (isBack ? 'part' : fail()));
    const loaded = loadPart(load);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(load.mock.calls.length).toBeLessThan(100);
    isBack = true;
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(loaded).resolves.toBe('part');
  },
);

test('a part is loaded at once when the browser is online again', async () => {
  let isBack = false;
  answerWith(() => (isBack ? 200 : null));
  const loaded = loadPart(async () => (isBack ? 'part' : fail()));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  isBack = true;
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  await expect(loaded).resolves.toBe('part');
});

test('a part whose version a release has replaced says so after a second', async () => {
  answerWith(() => 404);
  const failed = errorOf(loadPart(fail));
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(failed).resolves.toBeInstanceOf(NewVersionError);
});

test('a part that fails although the service has this version is an error in the end', async () => {
  answerWith(() => 200);
  const load = vi.fn(fail);
  const failed = errorOf(loadPart(load));
  await vi.advanceTimersByTimeAsync(6_000);
  await expect(failed).resolves.toBe(missing);
  expect(load).toHaveBeenCalledTimes(3);
});

test('who waits for a part can be told that the service sends no files', async () => {
  answerWith(() => 503);
  const failed = errorOf(
    loadPart(fail, (tries) => {
      if (tries > 1) throw new Error('The service could not be reached.');
    }),
  );
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(failed).resolves.toMatchObject({ message: 'The service could not be reached.' });
});

test('the page is told of a part that is awaited, until it is there', async () => {
  let isBack = false;
  answerWith(() => (isBack ? 200 : 503));
  const loaded = awaitPart(async () => (isBack ? 'part' : fail()));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(partsState.get()).toBe('here');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(partsState.get()).toBe('awaited');
  isBack = true;
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(loaded).resolves.toBe('part');
  expect(partsState.get()).toBe('here');
});

test('of a part that a release has replaced the page is told, and stays as it is', async () => {
  const onEnd = vi.fn();
  void waitForReload(new NewVersionError()).finally(onEnd);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  expect(partsState.get()).toBe('replaced');
  await expect(waitForReload(missing)).rejects.toBe(missing);
});
