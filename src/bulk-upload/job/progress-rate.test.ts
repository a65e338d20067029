import { expect, test } from 'vitest';

import {
  type ProgressSamples,
  addSample,
  ratePerSecond,
  remainingText,
  remainingMs,
} from './progress-rate.ts';

const samplesOf = (...samples: [at: number, done: number][]): ProgressSamples =>
  samples.reduce((all: ProgressSamples, [at, done]) => addSample(all, at, done), []);

test('the rate is that of the last twenty seconds', () => {
  expect(ratePerSecond(samplesOf())).toBeUndefined();
  expect(ratePerSecond(samplesOf([0, 0], [100, 50]))).toBeUndefined();
  expect(ratePerSecond(samplesOf([0, 0], [1_000, 500], [2_000, 1_000]))).toBe(500);
  expect(ratePerSecond(samplesOf([0, 0], [100_000, 10_000], [101_000, 10_100]))).toBe(100);
});

test('the remaining time follows from it; standing still has none', () => {
  expect(remainingMs(samplesOf([0, 0], [1_000, 100]), 600)).toBe(6_000);
  expect(remainingMs(samplesOf([0, 5], [1_000, 5]), 600)).toBeUndefined();
});

test.each([
  [59_000, 'less than a minute left'],
  [61_000, 'about a minute left'],
  [5 * 60_000, 'about 5 minutes left'],
  [130 * 60_000, 'about 2 h 10 min left'],
])('%i ms are %s', (milliseconds, text) => {
  expect(remainingText(milliseconds)).toBe(text);
});
