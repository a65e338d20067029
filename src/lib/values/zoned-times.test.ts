import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runs } from '#contract/testing/property-runs.ts';

import { fixedDate } from './dates.ts';
import { dayInZone, hasZonedTime } from './zoned-times.ts';

describe('a time with a time zone', () => {
  it.each([
    '1984-03-13T13:00:00.000Z',
    '1984-03-13 13:00:00+00',
    '1984-03-13 13:00:00.123456 +0000',
    '1984-03-13T13:00-03:30',
    'Tue, 13 Mar 1984 13:00:00 GMT',
    'Tue Mar 13 1984 13:00:00 GMT+0000 (Coordinated Universal Time)',
    '13/03/1984 1:00:00 PM +00:00',
    '1984-03-14T00:00:00.001Z',
  ])('can be another day: %s', (text) => {
    expect(hasZonedTime(text)).toBe(true);
  });

  it.each([
    '1984-03-14',
    '1984-03-14T13:00:00',
    '1984-03-14T00:00:00.000Z',
    '1984-03-14 00:00:00+11',
    '14/03/1984 12:00:00 AM +11:00',
    'Wed Mar 14 1984 00:00:00 GMT+1100 (Australian Eastern Daylight Time)',
    '1984-03-14T25:00Z',
    `1984-03-13T13:00:00${' '.repeat(100)}Z`,
  ])('cannot: %s', (text) => {
    expect(hasZonedTime(text)).toBe(false);
  });
});

describe('the day in a time zone', () => {
  it.each([
    ['Australia/Sydney', '1984-01-13T13:00:00Z', '1984-01-14', 'exact'],
    ['Australia/Sydney', '1984-06-13T14:00:00Z', '1984-06-14', 'exact'],
    ['Australia/Sydney', '1984-06-13T13:45:00Z', '1984-06-13', undefined],
    ['Australia/Sydney', '1984-06-14T10:30:00Z', '1984-06-14', undefined],
    ['Australia/Perth', '2015-06-30T16:00:00Z', '2015-07-01', 'exact'],
    ['Pacific/Auckland', '1984-01-13T11:00:00Z', '1984-01-14', 'exact'],
    ['Europe/London', '1984-06-13T23:00:00Z', '1984-06-14', 'exact'],
    ['Europe/London', '1984-06-14T10:00:00+11:00', '1984-06-14', 'exact'],
    ['Asia/Singapore', '1984-03-01T00:30:00+08:00', '1984-03-01', undefined],
  ])('%s of %s is %s', (timeZone, text, day, midnight) => {
    expect(dayInZone(text, text.slice(0, 10), timeZone)).toEqual({ day, midnight });
  });

  it('is the next one where a program put the clocks forward, and that year did not', () => {
    // Summer time in Sydney ended on 4 March 1984: this was 23:00.
    const sydney = ['1984-03-13T13:00:00.000Z', '1984-03-13', 'Australia/Sydney'] as const;
    expect(dayInZone(...sydney)).toEqual({ day: '1984-03-14', midnight: 'early' });
    // Until 1982, Singapore was seven and a half hours ahead: this was 23:30.
    const singapore = ['1970-03-13T16:00:00Z', '1970-03-13', 'Asia/Singapore'] as const;
    expect(dayInZone(...singapore)).toEqual({ day: '1970-03-14', midnight: 'early' });
  });

  it('of any midnight, written by a program in UTC, is the day that was meant', () => {
    const day = fc
      .date({ min: new Date('1950-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const rules = fc.constantFrom(
      ['Australia/Sydney', 10, 11],
      ['Pacific/Auckland', 12, 13],
      ['Asia/Singapore', 8, 8],
      ['Europe/London', 1, 1],
    );
    fc.assert(
      fc.property(day, rules, fc.boolean(), (meant, [timeZone, winter, summer], isSummer) => {
        const ahead = isSummer ? summer : winter;
        const text = new Date(Date.parse(`${meant}T00:00Z`) - ahead * 3_600_000).toISOString();
        expect(fixedDate(text, timeZone), text).toBe(meant);
      }),
      runs(2_000),
    );
  });
});
