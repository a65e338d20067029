import { expect, test } from 'vitest';

import { leadStatuses } from '#contract/v1/values.ts';

import { leadTone } from './lead-status.ts';

test('every status has its tone; one the contract does not know rests', () => {
  expect(leadStatuses.map(leadTone)).not.toContain(undefined);
  expect([leadTone('New'), leadTone('Converted'), leadTone('Unreachable')]).toEqual([
    'info',
    'success',
    'danger',
  ]);
  expect(['', 'Invented', 'function Object() { [native code] }'].map(leadTone)).toEqual([
    'neutral',
    'neutral',
    'neutral',
  ]);
});
