import { describe, expect, it, test } from 'vitest';

import { dealStatuses, dealSubStatuses } from '#contract/v1/values.ts';

import { changedOperatorFields, isSame, subStatusError, timeOfCall } from './changes.rules.ts';

test.each(dealStatuses)('%s has its own sub-statuses and no others', (status) => {
  const all = [...new Set(Object.values(dealSubStatuses).flat())];
  const accepted = all.filter((subStatus) => subStatusError(status, subStatus) === undefined);
  expect(new Set<string>(accepted)).toEqual(new Set(dealSubStatuses[status]));
  expect(subStatusError(status, '')).toContain(`A deal that is ${status} has one of: `);
});

test('a field that is not sent keeps its value, and an empty one is cleared', () => {
  const stored = { loanType: 'New', sfid: '1', watchers: [1], leadSource: 'Referral' };
  const changes = { loanType: undefined, sfid: null, watchers: [], leadSource: '', omTermDays: 0 };
  expect(changedOperatorFields(stored, changes)).toEqual({ loanType: 'New', omTermDays: 0 });
  expect(stored.sfid).toBe('1');
});

test('a change that sets what is stored is no change', () => {
  const state = (id: string) => ({ status: 'New', operator_fields: { watchers: [{ id }] } });
  const row = { ...state('u'), calls_made: 2 };
  expect(isSame<object>(state('u'), row)).toBe(true);
  expect(isSame<object>(state('v'), row)).toBe(false);
});

describe('the time of a call', () => {
  const now = new Date('2026-11-20T12:00:00Z');

  it('is now by default', () => {
    expect(timeOfCall(now, undefined)).toEqual(now);
  });

  it('may be five minutes ahead, as clocks differ', () => {
    expect(timeOfCall(now, '2026-11-20T12:05:00Z')).toEqual(new Date('2026-11-20T12:05:00Z'));
    expect(() => timeOfCall(now, '2026-11-20T12:05:01Z')).toThrow('This is in the future.');
  });
});
