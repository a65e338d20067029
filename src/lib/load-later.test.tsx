import { beforeEach, expect, test, vi } from 'vitest';

import { loadPart } from './load-later.ts';

const missing = new TypeError('Failed to fetch dynamically imported module');

beforeEach(() => {
  vi.useFakeTimers();
});

test('a part is loaded as soon as the service is back, however long that takes', async () => {
  let isBack = false;
  vi.stubGlobal('fetch', async () => new Response(null, { status: isBack ? 200 : 503 }));
  const load = vi.fn(async () => {
    if (!isBack) throw missing;
    return 'part';
  });
  const loaded = loadPart(load);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(load.mock.calls.length).toBeLessThan(100);
  isBack = true;
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(loaded).resolves.toBe('part');
});

test('a part that a new version does not have any more is an error after a second', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }));
  const load = vi.fn(async () => Promise.reject(missing));
  const failed = loadPart(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(failed).resolves.toBe(missing);
  expect(load).toHaveBeenCalledTimes(2);
});

test('who waits for a part can be told that the service sends no files', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
  const failed = loadPart(
    async () => Promise.reject(missing),
    (tries) => {
      if (tries > 1) throw new Error('The service could not be reached.');
    },
  ).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(failed).resolves.toMatchObject({ message: 'The service could not be reached.' });
});
