import { expect, test } from 'vitest';

import {
  addDays,
  addMonths,
  getFirstWeekday,
  getWeekday,
  listWeeks,
  withinRange,
  withMonth,
} from './calendar-days.ts';

test('days and months are added across years, and a short month ends on its last day', () => {
  expect(addDays('1999-12-31', 1)).toBe('2000-01-01');
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  expect(addMonths('2023-12-31', 2)).toBe('2024-02-29');
  expect(addMonths('1984-01-15', -1)).toBe('1983-12-15');
  expect(withMonth('1984-02-29', 1983, 2)).toBe('1983-02-28');
});

test('a month has six weeks of seven days, those of other months empty', () => {
  const weeks = listWeeks('1984-03-14', 1);
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([
    undefined,
    undefined,
    undefined,
    '1984-03-01',
    '1984-03-02',
    '1984-03-03',
    '1984-03-04',
  ]);
  expect(weeks.flat().filter(Boolean)).toHaveLength(31);
  expect(getWeekday('1984-03-14', 1)).toBe(2);
  expect(getWeekday('1984-03-14', 0)).toBe(3);
});

test('a day outside of a range becomes its first or last one', () => {
  const range = { min: '1900-01-01', max: '2026-11-22' };
  expect(withinRange('1899-12-31', range)).toBe(range.min);
  expect(withinRange('2026-11-23', range)).toBe(range.max);
  expect(withinRange('2000-01-01', range)).toBe('2000-01-01');
});

test.each([
  ['en-AU', 1],
  ['en-NZ', 1],
  ['en-GB', 1],
  ['en-SG', 0],
  ['en-US', 0],
])('a week in %s starts on %i', (tag, weekday) => {
  expect(getFirstWeekday([tag])).toBe(weekday);
});
