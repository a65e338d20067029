import { pastDateRule } from '#contract/v1/rules/date-rule.ts';

import { dateCandidates, hasTimeOfDay } from './dates.ts';

const isAccepted = (day: string) => pastDateRule(day).error === undefined;

/** Returns the days that a text can mean, such as `14 March 1984` or `3/4/84`, in its order. */
function daysIn(text: string): string[] {
  return [...new Set(dateCandidates(text).map(({ day }) => day))];
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
