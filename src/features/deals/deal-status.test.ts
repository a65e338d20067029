import { expect, test } from 'vitest';

import { dealEnds, dealPath, dealStatuses } from '#contract/v1/values.ts';

import { knownStatus } from './deal-status.ts';

test('every status is one of the nine on the path or one of the three ends', () => {
  expect(dealPath).toHaveLength(9);
  expect([...dealPath, ...dealEnds].toSorted()).toEqual(dealStatuses.toSorted());
  for (const status of dealStatuses) expect(knownStatus(status)).toBe(status);
});

test('an unknown status has no place on the path', () => {
  for (const status of ['', 'Invented']) expect(knownStatus(status)).toBeUndefined();
});
