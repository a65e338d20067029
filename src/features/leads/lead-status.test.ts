import { expect, test } from 'vitest';

import { leadStatuses } from '#contract/v1/lead-statuses.ts';

import { leadTone } from './lead-status.ts';

test('every status has a tone; an unknown status has the neutral one', () => {
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
