import { type Locale, perLocale } from './formats.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const shortDate = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const longDate = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
);
const timeOfDay = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
const weekdayAndTime = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' }),
);
const dateAndTime = perLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
);

const dayAndTime = (year?: 'numeric') =>
  perLocale(
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year,
        hour: 'numeric',
        minute: '2-digit',
      }),
  );
const dayAndMonth = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
);
const dayAndTimeThisYear = dayAndTime();
const dayAndTimeOfYear = dayAndTime('numeric');

/**
 * Returns a duration in its largest whole unit: `3 days`, `5 h`, `12 min`, `less than a minute`.
 * Takes milliseconds.
 */
export function duration(milliseconds: number): string {
  const days = Math.floor(milliseconds / day);
  if (days >= 1) return days === 1 ? '1 day' : `${days} days`;
  if (milliseconds >= hour) return `${Math.floor(milliseconds / hour)} h`;
  if (milliseconds >= minute) return `${Math.floor(milliseconds / minute)} min`;
  return 'less than a minute';
}

/**
 * Returns the time from a timestamp until `now`: `5 h`, or from one day on the same number of days
 * as {@link relativeTime}: `3 days`. Returns an empty text for an invalid timestamp.
 */
export function timeSince(timestamp: string, now: number): string {
  const at = Date.parse(timestamp);
  if (Number.isNaN(at)) return '';
  const age = Math.max(0, now - at);
  return duration(age < day ? age : calendarDays(at, now) * day);
}

/** Returns {@link timeSince} where there is little space: in the first minute, `< 1 min`. */
export function shortTimeSince(timestamp: string, now: number): string {
  return now - Date.parse(timestamp) < minute ? '< 1 min' : timeSince(timestamp, now);
}

/**
 * Returns how long ago a timestamp is: `just now`, `12 min ago`, `3 h ago`, `yesterday`, `5 days
 * ago`; after 30 days, its date. A timestamp less than a minute in the future is also `just now`,
 * because the browser's clock may be behind the service's; a later timestamp is shown by {@link
 * exactTime}. Returns an invalid timestamp unchanged.
 */
export function relativeTime(timestamp: string, now: number, locale?: Locale): string {
  const at = Date.parse(timestamp);
  if (Number.isNaN(at)) return timestamp;
  const age = now - at;
  if (Math.abs(age) < minute) return 'just now';
  if (age < 0) return exactTime(timestamp, locale);
  if (age < day) return `${duration(age)} ago`;
  const days = calendarDays(at, now);
  if (days === 1) return 'yesterday';
  if (days <= 30) return `${days} days ago`;
  return shortDate(locale).format(at);
}

/**
 * Returns the number of midnights between two moments in the user's time zone. Changes to and from
 * daylight saving time do not count.
 */
function calendarDays(from: number, to: number): number {
  return Math.round(
    (new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / day,
  );
}

/**
 * Returns a timestamp to the minute, in the user's time zone and with its name: `14 March 2026 at
 * 09:05 GMT+1`. Returns any other text unchanged.
 */
export function exactTime(timestamp: string, locale?: Locale): string {
  const at = Date.parse(timestamp);
  if (Number.isNaN(at)) return timestamp;
  return dateAndTime(locale).format(at);
}

/**
 * Returns a moment in the user's time zone as briefly as it can be said exactly: the date alone of
 * a midnight, `16 Nov 2026`, else {@link exactTime}.
 */
export function momentInWords(timestamp: string, locale?: Locale): string {
  const at = new Date(timestamp);
  const isMidnight = at.getTime() === new Date(timestamp).setHours(0, 0, 0, 0);
  return isMidnight ? dayInWords(timestamp, locale) : exactTime(timestamp, locale);
}

/** Returns the day of a moment in the user's time zone: `16 Nov 2026`. */
export function dayInWords(timestamp: string, locale?: Locale): string {
  return shortDate(locale).format(new Date(timestamp));
}

/**
 * Returns a past moment for "since …": today its time, `4:10 pm`; in the last six days with the
 * weekday, `Friday 4:10 pm`; else its date.
 */
export function sinceInWords(timestamp: string, now: number, locale?: Locale): string {
  const at = Date.parse(timestamp);
  const days = calendarDays(at, now);
  if (days === 0) return timeOfDay(locale).format(at);
  return days < 7 ? weekdayAndTime(locale).format(at) : shortDate(locale).format(at);
}

/**
 * Returns the time of a moment in the user's time zone: `10:32`, with its date if that is not the
 * day of `now`. Takes milliseconds since the epoch.
 */
export function clockTime(at: number, now: number, locale?: Locale): string {
  return calendarDays(at, now) === 0
    ? timeOfDay(locale).format(at)
    : exactTime(new Date(at).toISOString(), locale);
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

function isSameYear(at: Date, now: number): boolean {
  return at.getFullYear() === new Date(now).getFullYear();
}

/**
 * Returns the day and time of a timestamp in the user's time zone: `Mon 16 Nov, 10:02 am`, with the
 * year if that is not the year of `now`. Returns an invalid timestamp unchanged.
 */
export function momentText(timestamp: string, now: number, locale?: Locale): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return timestamp;
  return (isSameYear(at, now) ? dayAndTimeThisYear : dayAndTimeOfYear)(locale).format(at);
}

/**
 * Returns a date without a time, `1984-03-14`, in words: `14 March 1984`. The date is the one
 * written, in every time zone; of a date-time, only the date as written counts. Returns a text that
 * is not a real date unchanged.
 */
export function dateOnly(text: string, locale?: Locale): string {
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
