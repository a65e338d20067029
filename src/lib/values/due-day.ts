import type { LenderRequest } from '#contract/portal/requests.ts';
import { calendarDays } from '#src/lib/dates.ts';
import { dayText } from '#src/lib/days.ts';
import { dateFormat } from '#src/lib/locale.ts';

const weekday = dateFormat({ weekday: 'long' });

type Due = Pick<LenderRequest, 'dueDate'>;

/** Returns the days until a request is due, in the reader’s time zone; null without a due date. */
export function daysLeft({ dueDate }: Due, now: number): number | null {
  return dueDate === null ? null : calendarDays(now, new Date(`${dueDate}T00:00`).getTime());
}

/** Returns the text of a due day: "due Friday", "was due yesterday", "was due 16 Nov". */
export function formatDueDay(request: Due, now: number): string {
  const days = daysLeft(request, now);
  if (days === null || request.dueDate === null) return '';
  return `${days < 0 ? 'was due' : 'due'} ${formatNearDay(request.dueDate, now)}`;
}

/** Returns a day in the reader’s time zone: "today", "yesterday", "Friday" ahead, "16 Nov". */
export function formatNearDay(day: string, now: number): string {
  const midnight = `${day}T00:00`;
  const days = calendarDays(now, new Date(midnight).getTime());
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 1 && days < 7
    ? weekday(undefined).format(new Date(midnight))
    : dayText(midnight, now);
}
