import { describe, expect, test, vi } from 'vitest';

import { certainDay, certainDayOfAnyTime, possibleDays } from './written-days.ts';

describe('a date in any spelling', () => {
  test.each([
    '1984-03-14',
    '14/3/1984',
    '14.03.84',
    '3/14/1984',
    '14 March 1984',
    '14th of mar 84',
    'Wednesday, 14 March 1984',
    'March 14, 1984',
    '14-Mar-1984',
    '19840314',
  ])('%s is one day', (text) => {
    expect(certainDay(text)).toBe('1984-03-14');
    expect(possibleDays(text)).toEqual([]);
  });

  test.each(['', 'spring', '1984', 'March 1984', '30755', '14/3/1984 10:30', '31/2/1984'])(
    '%s is none',
    (text) => {
      expect(certainDay(text)).toBeUndefined();
      expect(possibleDays(text)).toEqual([]);
    },
  );

  test('of which day and month are uncertain is two days', () => {
    expect(certainDay('3/4/1984')).toBeUndefined();
    expect(possibleDays('3/4/1984')).toEqual(['1984-04-03', '1984-03-04']);
  });

  test('of which the century is uncertain is several days, the year last first', () => {
    expect(certainDay('14/3/05')).toBeUndefined();
    expect(possibleDays('14/3/05')).toEqual([
      '1905-03-14',
      '2005-03-14',
      '1914-03-05',
      '2014-03-05',
    ]);
  });

  test('with a time and a time zone is two: the one written, and the one at that time here', () => {
    expect(certainDay('1984-03-13T13:00:00.000Z')).toBeUndefined();
    vi.stubEnv('TZ', 'Australia/Sydney');
    expect(possibleDays('1984-03-13T13:00:00.000Z')).toEqual(['1984-03-13', '1984-03-14']);
    expect(possibleDays('Tue, 13 Mar 1984 13:00:00 GMT')).toEqual(['1984-03-13', '1984-03-14']);
    expect(possibleDays('1984-03-13T01:00:00.000Z')).toEqual([]);
    vi.unstubAllEnvs();
  });

  test('in the future is one only where it can be', () => {
    const year = new Date().getFullYear() + 1;
    expect(certainDay(`14/3/${year}`)).toBeUndefined();
    expect(certainDayOfAnyTime(`14/3/${year}`)).toBe(`${year}-03-14`);
    expect(certainDayOfAnyTime(`${year}-03-14`)).toBe(`${year}-03-14`);
  });
});
