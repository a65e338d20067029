import { expect, test } from 'vitest';

import { dealEnds, dealPath, dealStatuses } from '#contract/v1/values.ts';

import { dealProgress, dealTone } from './deal-status.ts';

test('every status stands on the path of nine or is one of the three ends', () => {
  expect(dealPath).toHaveLength(9);
  for (const status of dealPath) expect(dealProgress(status)).toEqual({ current: status });
  for (const status of dealEnds) expect(dealProgress(status)).toEqual({ ended: status });
});

test('a status the contract does not know rests, and stands nowhere', () => {
  for (const status of ['', 'Invented', 'constructor']) {
    expect(dealTone(status)).toBe('still');
    expect(dealProgress(status)).toBeUndefined();
  }
  expect(dealStatuses.map(dealTone)).not.toContain(undefined);
});
