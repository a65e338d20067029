import { expect, test } from 'vitest';

import { isAwaited } from './awaited-queries.ts';

const there = { isLoading: false, failureCount: 0, errorUpdateCount: 0 };
const first = { ...there, isLoading: true };

test('a page waits for what loads for the first time', () => {
  expect(isAwaited([there, first])).toBe(true);
  expect(isAwaited([there])).toBe(false);
});

test('a page does not wait for what has failed once, or is tried again', () => {
  expect(isAwaited([{ ...first, failureCount: 1 }])).toBe(false);
  expect(isAwaited([{ ...first, errorUpdateCount: 1 }])).toBe(false);
});
