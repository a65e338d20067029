import { expect, test } from 'vitest';

import { type Pace, paced, rate, remainingText, remainingTime } from './pace.ts';

const paceOf = (...samples: [at: number, done: number][]): Pace =>
  samples.reduce((pace: Pace, [at, done]) => paced(pace, at, done), []);

test('the rate is that of the last twenty seconds', () => {
  expect(rate(paceOf())).toBeUndefined();
  expect(rate(paceOf([0, 0], [100, 50]))).toBeUndefined();
  expect(rate(paceOf([0, 0], [1_000, 500], [2_000, 1_000]))).toBe(500);
  expect(rate(paceOf([0, 0], [100_000, 10_000], [101_000, 10_100]))).toBe(100);
});

test('the remaining time follows from it; standing still has none', () => {
  expect(remainingTime(paceOf([0, 0], [1_000, 100]), 600)).toBe(6_000);
  expect(remainingTime(paceOf([0, 5], [1_000, 5]), 600)).toBeUndefined();
});

test.each([
  [59_000, 'less than a minute left'],
  [61_000, 'about a minute left'],
  [5 * 60_000, 'about 5 minutes left'],
  [130 * 60_000, 'about 2 h 10 min left'],
])('%i ms are %s', (milliseconds, words) => {
  expect(remainingText(milliseconds)).toBe(words);
});
