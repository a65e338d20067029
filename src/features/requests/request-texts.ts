import type { LenderRequest } from '#contract/portal/requests.ts';
import { isWaiting } from '#src/api/requests.ts';
import { calendarDays } from '#src/lib/dates.ts';
import { dayText } from '#src/lib/days.ts';

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
