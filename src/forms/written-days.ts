import { pastDateRule } from '#contract/v1/rules/date-rule.ts';
import { dateCandidates, hasTimeOfDay } from '#src/lib/values/dates.ts';
import { dayInZone } from '#src/lib/values/zoned-times.ts';

const isAccepted = (day: string) => pastDateRule(day).error === undefined;

/**
 * Returns the days that a text can mean, such as `14 March 1984` or `3/4/84`, in its order. A time
 * with a time zone can also mean its day in the user's time zone.
 */
function daysIn(text: string): string[] {
  const written = [...new Set(dateCandidates(text).map(({ day }) => day))];
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const local = written.map((day) => dayInZone(text, day, timeZone)?.day ?? day);
  return [...new Set([...written, ...local])];
}

/**
 * Returns the day that a text means in any spelling, `YYYY-MM-DD`. Undefined if several days are
 * possible, or none that the contract accepts, or if the text has a time of day too.
 */
export function certainDay(text: string): string | undefined {
  const result = pastDateRule(text);
  if (result.error === undefined) return result.value;
  const day = certainDayOfAnyTime(text);
  return day !== undefined && isAccepted(day) ? day : undefined;
}

/** Returns the same, also for a day in the future. */
export function certainDayOfAnyTime(text: string): string | undefined {
  const [day, ...others] = daysIn(text);
  return others.length === 0 && !hasTimeOfDay(text) ? day : undefined;
}

/** Returns the days to choose from if a text can mean several, else none. */
export function possibleDays(text: string): readonly string[] {
  if (isAccepted(text.trim())) return [];
  const days = daysIn(text);
  return days.length > 1 ? days.filter(isAccepted) : [];
}
