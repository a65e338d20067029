import { calendarDays } from '#src/lib/dates.ts';
import { dayText, localDay } from '#src/lib/days.ts';

import { formatNearDay } from './due-day.ts';

/** A day to follow up on, YYYY-MM-DD, and what people call it. */
export interface FollowUpDay {
  readonly label: string;
  readonly day: string;
}

/** Returns the day in so many days, in the reader’s time zone: YYYY-MM-DD. */
export function dayInDays(days: number, now: number): string {
  const at = new Date(now);
  const midnight = new Date(at.getFullYear(), at.getMonth(), at.getDate() + days);
  return localDay(midnight.toISOString(), 0);
}

/** Returns the days that are offered: tomorrow, in three days, and the next Monday. */
export function listFollowUpDays(now: number): FollowUpDay[] {
  // Sunday is 0, and Monday is never today.
  const daysToMonday = (8 - new Date(now).getDay()) % 7 || 7;
  return [
    { label: 'Tomorrow', day: dayInDays(1, now) },
    { label: 'In three days', day: dayInDays(3, now) },
    { label: 'Next Monday', day: dayInDays(daysToMonday, now) },
  ];
}

/** Returns when somebody follows up, for a button: "Follow up Friday", "Follow up on 4 Dec". */
export function formatFollowUp(day: string, now: number): string {
  const days = calendarDays(now, new Date(`${day}T00:00`).getTime());
  if (days < 0) return `Follow-up was ${formatNearDay(day, now)}`;
  return `Follow up ${days < 7 ? formatNearDay(day, now) : `on ${dayText(`${day}T00:00`, now)}`}`;
}

/** Returns a follow-up day for a list, "Today", "Friday", "16 Nov", and whether it has passed. */
export function describeFollowUp(day: string, now: number) {
  if (day < dayInDays(0, now)) return { isOverdue: true, text: dayText(`${day}T00:00`, now) };
  return { isOverdue: false, text: formatNearDay(day, now).replace(/^to/, 'To') };
}

/** Returns that a follow-up has come: "your reminder", "your reminder yesterday". */
export function formatReminder(day: string, now: number): string {
  const text = formatNearDay(day, now);
  return text === 'today' ? 'your reminder' : `your reminder ${text}`;
}
