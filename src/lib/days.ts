import { calendarDays, exactTime, shortDate, timeOfDay } from './dates.ts';
import { type Locale, dateFormat } from './locale.ts';

const longDate = dateFormat({ dateStyle: 'long', timeZone: 'UTC' });
const weekdayAndTime = dateFormat({ weekday: 'long', hour: 'numeric', minute: '2-digit' });
const dayAndTime = (year?: 'numeric') =>
  dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year,
    hour: 'numeric',
    minute: '2-digit',
  });
const dayAndMonth = dateFormat({ day: 'numeric', month: 'short' });
const dayAndTimeThisYear = dayAndTime();
const dayAndTimeOfYear = dayAndTime('numeric');

/**
 * Returns a moment in the user's time zone as briefly as it can be said exactly: the date alone of
 * a midnight, `16 Nov 2026`, else {@link exactTime}.
 */
export function formatMoment(timestamp: string, locale?: Locale): string {
  const at = new Date(timestamp);
  const isMidnight = at.getTime() === new Date(timestamp).setHours(0, 0, 0, 0);
  return isMidnight ? formatDay(timestamp, locale) : exactTime(timestamp, locale);
}

/** Returns the day of a moment in the user's time zone: `16 Nov 2026`. */
export function formatDay(timestamp: string, locale?: Locale): string {
  return shortDate(locale).format(new Date(timestamp));
}

/**
 * Returns a past moment for "since …": today its time, `4:10 pm`; in the last six days with the
 * weekday, `Friday 4:10 pm`; else its date.
 */
export function formatSince(timestamp: string, now: number, locale?: Locale): string {
  const at = Date.parse(timestamp);
  const days = calendarDays(at, now);
  if (days === 0) return timeOfDay(locale).format(at);
  return days < 7 ? weekdayAndTime(locale).format(at) : shortDate(locale).format(at);
}

/**
 * Returns the day of a timestamp in the user's time zone: `16 Nov`, with the year if that is not
 * the year of `now`. Returns an invalid timestamp unchanged.
 */
export function dayText(timestamp: string, now: number, locale?: Locale): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return timestamp;
  return (isSameYear(at, now) ? dayAndMonth : shortDate)(locale).format(at);
}

const isSameYear = (at: Date, now: number) => at.getFullYear() === new Date(now).getFullYear();

/**
 * Returns the day and time of a timestamp in the user's time zone: `Mon 16 Nov, 10:02 am`, with the
 * year if that is not the year of `now`. Returns an invalid timestamp unchanged.
 */
export function momentText(timestamp: string, now: number, locale?: Locale): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return timestamp;
  return (isSameYear(at, now) ? dayAndTimeThisYear : dayAndTimeOfYear)(locale).format(at);
}

/** A time with a time zone, other than midnight: elsewhere, it can be another day. */
const zonedTime =
  /^\d{4}-\d{2}-\d{2}T(?!00:00(?::00(?:\.0+)?)?(?:Z|[+-]))[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * Returns a date without a time, `1984-03-14`, in words: `14 March 1984`. The date is the one
 * written, in every time zone, also of a date-time at midnight or without a time zone. Of any other
 * date-time, the day and time in the user's time zone. Returns a text that is not a real date
 * unchanged.
 */
export function dateOnly(text: string, locale?: Locale): string {
  if (zonedTime.test(text)) return exactTime(text, locale);
  const written = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const midnight = written === undefined ? Number.NaN : Date.parse(`${written}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(written ?? ''))
    return text;
  return longDate(locale).format(midnight);
}

/**
 * Returns when each of the last `count` weeks began in the user's time zone, on Mondays, the
 * current week last. As ISO timestamps.
 */
export function weekStarts(now: number, count: number): string[] {
  const today = new Date(now);
  const daysSinceMonday = (today.getDay() + 6) % 7;
  return Array.from({ length: count }, (_, index) => {
    const date = today.getDate() - daysSinceMonday - 7 * (count - 1 - index);
    return new Date(today.getFullYear(), today.getMonth(), date).toISOString();
  });
}

/** Returns the day of a moment in the user's time zone, moved by this many milliseconds. */
export function localDay(moment: string, shiftMs: number): string {
  const at = new Date(Date.parse(moment) + shiftMs);
  if (Number.isNaN(at.getTime())) return '';
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}

/** Returns when a day begins in the user's time zone, moved by this many days. */
export function startDay(day: string, shiftDays: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  // Also while a year is typed, as 0002 of 2026.
  if (year < 1000) return '';
  return new Date(year, month - 1, date + shiftDays).toISOString();
}
