import { expect, test } from 'vitest';

import {
  clockTime,
  duration,
  exactTime,
  relativeTime,
  shortTimeSince,
  timeSince,
} from './dates.ts';
import { dateOnly, formatMoment, formatSince, weekStarts } from './days.ts';

const now = new Date(2026, 5, 15, 12, 0).getTime();
const ago = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();

test.each([
  [0, 'just now'],
  [-0.01, 'just now'],
  [0.2, '12 min ago'],
  [3.9, '3 h ago'],
  [23.9, '23 h ago'],
  [25, 'yesterday'],
  [47, '2 days ago'],
  [24 * 30, '30 days ago'],
  [24 * 93, '14 Mar 2026'],
])('%f hours ago reads "%s"', (hours, expected) => {
  expect(relativeTime(ago(hours), now, 'en-GB')).toBe(expected);
});

test('a future time is shown exactly', () => {
  expect(relativeTime(ago(-5), now, 'en-GB')).toBe(exactTime(ago(-5), 'en-GB'));
});

test('an exact time has day, time and zone', () => {
  expect(exactTime(new Date(2026, 2, 14, 9, 5).toISOString(), 'en-GB')).toMatch(
    /^14 March 2026 at 09:05 \S+/,
  );
});

test.each([
  ['1984-03-14', '14 March 1984'],
  ['1984-03-14T00:00:00.000Z', '14 March 1984'],
  ['1984-03-14T00:00:00-11:00', '14 March 1984'],
  ['1984-03-14T23:30:00', '14 March 1984'],
  ['0001-01-01', '1 January 1'],
  ['2024-02-29', '29 February 2024'],
  ['2023-02-29', '2023-02-29'],
  ['soon', 'soon'],
  ['', ''],
])('the day %s reads "%s"', (text, expected) => {
  expect(dateOnly(text, 'en-GB')).toBe(expected);
});

test('a day with a time and a time zone is shown as that time here, which can be another day', () => {
  const late = new Date(2026, 2, 14, 9, 5).toISOString();
  expect(dateOnly(late, 'en-GB')).toBe(exactTime(late, 'en-GB'));
  expect(dateOnly('2026-03-13T00:30:00+14:00', 'en-GB')).toMatch(/ at \d\d:30 /);
});

test.each([
  [0, 'less than a minute'],
  [59_000, 'less than a minute'],
  [60_000, '1 min'],
  [3_600_000, '1 h'],
  [86_400_000, '1 day'],
  [3 * 86_400_000, '3 days'],
])('%d ms last "%s"', (milliseconds, expected) => {
  expect(duration(milliseconds)).toBe(expected);
});

test.each([
  [-5_000, '< 1 min'],
  [59_000, '< 1 min'],
  [60_000, '1 min'],
  [7_200_000, '2 h'],
])('%d ms ago is, where there is little space, "%s"', (milliseconds, expected) => {
  const shown = shortTimeSince(new Date(now - milliseconds).toISOString(), now);
  expect(shown.replaceAll('\u00A0', ' ')).toBe(expected);
  // The number stays on the line of its unit.
  expect(shown).not.toContain(' ');
});

test('a moment today is shown as a time, any other with its day', () => {
  const at = new Date(2026, 5, 15, 10, 32).getTime();
  expect(clockTime(at, now, 'en-GB')).toBe('10:32');
  expect(clockTime(at, now + 86_400_000, 'en-GB')).toMatch(/^15 June 2026 at 10:32/);
});

test('invalid timestamps are shown unchanged', () => {
  expect(relativeTime('n/a', now)).toBe('n/a');
  expect(exactTime('n/a')).toBe('n/a');
  expect(timeSince('n/a', now)).toBe('');
  expect(timeSince(ago(50), now)).toBe('2 days');
});

test('durations and relative times agree on the number of days', () => {
  expect(relativeTime(ago(47), now)).toBe('2 days ago');
  expect(timeSince(ago(47), now)).toBe('2 days');
  expect(timeSince(ago(23), now)).toBe('23 h');
});

test('weeks begin on Monday at midnight, the current week is last', () => {
  for (const day of [16, 19, 22]) {
    const starts = weekStarts(new Date(2026, 10, day, 23, 59).getTime(), 3);
    const dates = starts.map((start) => new Date(start));
    expect(dates).toEqual([new Date(2026, 10, 2), new Date(2026, 10, 9), new Date(2026, 10, 16)]);
  }
});

test('a midnight is a date, another moment is exact', () => {
  expect(formatMoment(new Date(2026, 10, 16).toISOString(), 'en-GB')).toBe('16 Nov 2026');
  const moment = new Date(2026, 10, 16, 0, 1).toISOString();
  expect(formatMoment(moment, 'en-GB')).toBe(exactTime(moment, 'en-GB'));
});

test('since when something changed is a time, a weekday or a date', () => {
  const since = (...[day, hour]: [number, number]) =>
    formatSince(new Date(2026, 5, day, hour, 10).toISOString(), now, 'en-GB');
  expect(since(15, 9)).toBe('09:10');
  expect(since(12, 16)).toMatch(/^Friday,? (at )?16:10$/);
  expect(since(8, 16)).toBe('8 Jun 2026');
});
