import { expect, test } from 'vitest';

import { leadStatuses } from '#contract/v1/values.ts';

import { leadTone } from './lead-status.ts';

test('every status has its tone; one the contract does not know rests', () => {
  expect(leadStatuses.map(leadTone)).not.toContain(undefined);
  expect([leadTone('New'), leadTone('Converted'), leadTone('Unreachable')]).toEqual([
    'go',
    'good',
    'bad',
  ]);
  expect(['', 'Invented', 'function Object() { [native code] }'].map(leadTone)).toEqual([
    'still',
    'still',
    'still',
  ]);
});
