import { afterEach, describe, expect, it, vi } from 'vitest';

import { pastDateRule, zonedTimeError } from './date-rule.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('date', () => {
  it.each([
    ['1984-03-14', '1984-03-14'],
    ['2024-02-29', '2024-02-29'],
    ['1984-03-14T00:00Z', '1984-03-14'],
    ['1984-03-14T00:00:00.000Z', '1984-03-14'],
    ['1984-03-14T00:00:00+11:00', '1984-03-14'],
    ['1984-03-14T00:00:00,000-0330', '1984-03-14'],
    ['1984-03-14T00:00:00', '1984-03-14'],
    ['2015-06-30T16:00:00', '2015-06-30'],
  ])('accepts %s', (typed, stored) => {
    expect(pastDateRule(typed)).toEqual({ value: stored });
  });

  it.each([
    ['14/3/1984', '1984-03-14'],
    ['3/14/1984', '1984-03-14'],
    ['1984/3/14', '1984-03-14'],
    ['4/4/1984', '1984-04-04'],
    ['3/4/1984', undefined],
    ['2023-02-29', undefined],
    ['1984-13-01', undefined],
    ['1984-03-14T25:00', undefined],
    ['14 March', undefined],
    ['2015', undefined],
    ['14/03/0084', undefined],
    ['0084-03-14', undefined],
    ['14/03/84', undefined],
    ['14/3/2990', undefined],
    ['9999-01-01', undefined],
  ])('rejects %s and suggests %s', (typed, suggestion) => {
    const error = expect.any(String);
    expect(pastDateRule(typed)).toEqual(
      suggestion === undefined ? { error } : { error, suggestion },
    );
  });

  it.each([
    '1984-03-13T13:00:00.000Z',
    '2015-06-30T16:00:00Z',
    '1984-03-14T23:30:00+10:00',
    '1984-03-14T00:00:00.001Z',
    '1984-03-14T00:00:01-0330',
    '1984-03-14T00:01Z',
  ])('rejects %s, which can be another day', (typed) => {
    expect(pastDateRule(typed)).toEqual({ error: zonedTimeError });
  });

  it.each([
    ['2026-11-28T09:59:59.999Z', '2026-11-28', '2026-11-29'],
    ['2026-11-28T10:00:00.000Z', '2026-11-29', '2026-11-30'],
  ])(
    'at %s accepts the date of any time zone’s today, and rejects the day after',
    (now, ...days) => {
      vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
      const [today, tomorrow] = days;
      expect(pastDateRule(today)).toEqual({ value: today });
      expect(pastDateRule(tomorrow).error).toBe('This date is in the future.');
    },
  );
});
