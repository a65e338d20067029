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
  if (days === null) return '';
  const midnight = `${request.dueDate}T00:00`;
  if (days === 0) return 'due today';
  if (days === 1) return 'due tomorrow';
  if (days === -1) return 'was due yesterday';
  if (days > 1 && days < 7) return `due ${weekday(undefined).format(new Date(midnight))}`;
  return `${days < 0 ? 'was due' : 'due'} ${dayText(midnight, now)}`;
}
