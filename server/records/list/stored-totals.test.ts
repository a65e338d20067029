import { expect, it } from 'vitest';

import { maxFilteredTotal } from '#contract/v1/lists.ts';

import { storedTotal } from './stored-totals.ts';

it('counts the newest leads first for a list of support, and never for a total of all', () => {
  const request = { scope: { everything: true }, waitingOn: ['lender'] } as const;
  const total = (max: number) => storedTotal(request, 'where true', max);
  expect(total(maxFilteredTotal)).toContain(`limit ${5 * maxFilteredTotal}`);
  expect(total(Number.MAX_SAFE_INTEGER - 1)).not.toContain('from leads order by');
});
