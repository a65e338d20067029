import { expect, test, vi } from 'vitest';

import { SendThrottle } from './send-throttle.ts';

test('a requested wait blocks one key only, and the longest wait counts', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const throttle = new SendThrottle();
  throttle.backOff('ada', 5_000);
  throttle.backOff('ada', 1_000);
  expect([throttle.delayOf('ada'), throttle.delayOf('bea')]).toEqual([5_000, 0]);
  vi.advanceTimersByTime(5_000);
  expect(throttle.delayOf('ada')).toBe(0);
});

test('a third group waits until one of two has completed', async () => {
  const throttle = new SendThrottle();
  const started: string[] = [];
  const releases = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const turns = ['first', 'second', 'third'].map(async (name, at) =>
    throttle.run('upload', async () => {
      started.push(name);
      await releases[at]?.promise;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual(['first', 'second']);
  releases[0]?.resolve();
  await turns[0];
  await turns[2];
  expect(started).toEqual(['first', 'second', 'third']);
  releases[1]?.resolve();
  await Promise.all(turns);
});
