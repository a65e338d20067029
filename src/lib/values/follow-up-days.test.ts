import { describe, expect, it } from 'vitest';

import {
  describeFollowUp,
  formatFollowUp,
  formatReminder,
  listFollowUpDays,
} from './follow-up-days.ts';

/** A Thursday. */
const now = new Date(2026, 10, 26, 16, 30).getTime();

describe('days to follow up on', () => {
  it('are tomorrow, in three days and the next Monday', () => {
    const daysOf = (at: number) => listFollowUpDays(at).map(({ day }) => day);
    expect(daysOf(now)).toEqual(['2026-11-27', '2026-11-29', '2026-11-30']);
    expect(daysOf(new Date(2026, 10, 30, 0, 5).getTime())).toEqual([
      '2026-12-01',
      '2026-12-03',
      '2026-12-07',
    ]);
  });

  it.each([
    ['2026-11-26', 'Follow up today', 'your reminder', 'Today'],
    ['2026-11-27', 'Follow up tomorrow', 'your reminder tomorrow', 'Tomorrow'],
    ['2026-12-01', 'Follow up Tuesday', 'your reminder Tuesday', 'Tuesday'],
    ['2026-11-25', 'Follow-up was yesterday', 'your reminder yesterday', '25'],
  ])('%s is “%s”', (day, text, reminder, inList) => {
    expect(describeFollowUp(day, now)).toEqual({
      isOverdue: day < '2026-11-26',
      text: expect.stringContaining(inList),
    });
    expect(formatFollowUp(day, now)).toBe(text);
    expect(formatReminder(day, now)).toBe(reminder);
  });

  it('from a week on, a day has its date', () => {
    expect(formatFollowUp('2026-12-04', now)).toMatch(/^Follow up on .*4/);
  });
});
