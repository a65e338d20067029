import { type Locale, dateFormat } from './locale.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The formatter of a day with its year: `16 Nov 2026`. */
export const shortDate = dateFormat({ dateStyle: 'medium' });
/** The formatter of a time of day: `4:10 pm`. */
export const timeOfDay = dateFormat({ timeStyle: 'short' });
const dateAndTime = dateFormat({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

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

/**
 * Returns {@link timeSince} where there is little space: in the first minute, `< 1 min`. The number
 * stays on the line of its unit.
 */
export function shortTimeSince(timestamp: string, now: number): string {
  const text = now - Date.parse(timestamp) < minute ? '< 1 min' : timeSince(timestamp, now);
  return text.replaceAll(' ', '\u00A0');
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
export function calendarDays(from: number, to: number): number {
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
 * Returns the time of a moment in the user's time zone: `10:32`, with its date if that is not the
 * day of `now`. Takes milliseconds since the epoch.
 */
export function clockTime(at: number, now: number, locale?: Locale): string {
  return calendarDays(at, now) === 0
    ? timeOfDay(locale).format(at)
    : exactTime(new Date(at).toISOString(), locale);
}
