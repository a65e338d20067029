import type { LenderRequest } from '#contract/portal/requests.ts';
import { isWaiting } from '#src/api/requests.ts';
import { calendarDays } from '#src/lib/dates.ts';
import { dayText } from '#src/lib/days.ts';
import { dateFormat } from '#src/lib/locale.ts';

const weekday = dateFormat({ weekday: 'long' });

/** Returns the days until a request is due, in the reader’s time zone; null without a due date. */
export function daysLeft({ dueDate }: LenderRequest, now: number): number | null {
  return dueDate === null ? null : calendarDays(now, new Date(`${dueDate}T00:00`).getTime());
}

/** Returns the text of a due day: "due Friday", "was due 16 Nov". */
export function formatDueDay(request: LenderRequest, now: number): string {
  const days = daysLeft(request, now);
  if (days === null) return '';
  const midnight = `${request.dueDate}T00:00`;
  if (days === 0) return 'due today';
  if (days === 1) return 'due tomorrow';
  if (days > 1 && days < 7) return `due ${weekday(undefined).format(new Date(midnight))}`;
  return `${days < 0 ? 'was due' : 'due'} ${dayText(midnight, now)}`;
}

/** Returns the text of the day of a request: "asked yesterday", "asked 16 Nov". */
export function formatRequestDay({ createdAt }: LenderRequest, now: number): string {
  const days = calendarDays(Date.parse(createdAt), now);
  if (days <= 0) return 'asked today';
  return `asked ${days === 1 ? 'yesterday' : dayText(createdAt, now)}`;
}

/** Returns how many requests are open, sent and done: "2 open, 1 done". */
export function describeCounts(requests: readonly LenderRequest[]): string {
  const inState = (is: (request: LenderRequest) => boolean) => requests.filter(is).length;
  const counts: [number, string][] = [
    [inState(isWaiting), 'open'],
    [inState(({ state }) => state === 'sent'), 'sent'],
    [inState(({ state }) => state === 'done'), 'done'],
  ];
  return counts.flatMap(([number, word]) => (number > 0 ? `${number} ${word}` : [])).join(', ');
}
