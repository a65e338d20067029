import { expect, test } from 'vitest';

import { type ProgressSamples, addSample, remainingText, remainingMs } from './progress-rate.ts';

const samplesOf = (...samples: [at: number, done: number][]): ProgressSamples =>
  samples.reduce((all: ProgressSamples, [at, done]) => addSample(all, at, done), []);

test('the remaining time follows from the last twenty seconds; standing still has none', () => {
  expect(remainingMs(samplesOf(), 600)).toBeUndefined();
  expect(remainingMs(samplesOf([0, 0], [100, 50]), 600)).toBeUndefined();
  expect(remainingMs(samplesOf([0, 0], [1_000, 500], [2_000, 1_000]), 500)).toBe(1_000);
  expect(remainingMs(samplesOf([0, 0], [100_000, 10_000], [101_000, 10_100]), 100)).toBe(1_000);
  expect(remainingMs(samplesOf([0, 0], [1_000, 100]), 600)).toBe(6_000);
  expect(remainingMs(samplesOf([0, 5], [1_000, 5]), 600)).toBeUndefined();
});

test.each([
  [59_000, 'Less than a minute left'],
  [61_000, 'About a minute left'],
  [5 * 60_000, 'About 5 minutes left'],
  [130 * 60_000, 'About 2 h 10 min left'],
])('%i ms are %s', (milliseconds, words) => {
  expect(remainingText(milliseconds)).toBe(words);
});
