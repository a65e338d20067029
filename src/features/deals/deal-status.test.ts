import { expect, test } from 'vitest';

import { dealEnds, dealPath, dealStatuses } from '#contract/v1/values.ts';

import { dealTone, knownStatus } from './deal-status.ts';

test('every status stands on the path of nine or is one of the three ends', () => {
  expect(dealPath).toHaveLength(9);
  expect([...dealPath, ...dealEnds].toSorted()).toEqual(dealStatuses.toSorted());
  for (const status of dealStatuses) expect(knownStatus(status)).toBe(status);
});

test('a status the contract does not know rests, and stands nowhere', () => {
  for (const status of ['', 'Invented', 'function Object() { [native code] }']) {
    expect(dealTone(status)).toBe('neutral');
    expect(knownStatus(status)).toBeUndefined();
  }
  expect(dealStatuses.map(dealTone)).not.toContain(undefined);
});
