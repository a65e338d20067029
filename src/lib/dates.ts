import { type Locale, perLocale } from './formats.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const shortDate = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const longDate = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
);
const timeOfDay = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
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

/** How long a length of time is, in its largest whole unit: `3 days`, `5 h`, `12 min`, `less than a minute`. Takes milliseconds. */
export function duration(milliseconds: number): string {
  const days = Math.floor(milliseconds / day);
  if (days >= 1) return days === 1 ? '1 day' : `${days} days`;
  if (milliseconds >= hour) return `${Math.floor(milliseconds / hour)} h`;
  if (milliseconds >= minute) return `${Math.floor(milliseconds / minute)} min`;
  return 'less than a minute';
}

/**
 * How long it has been from a timestamp until `now`: `5 h`, then the days that {@link relativeTime} counts too: `3 days`.
 * Empty when the text is no timestamp.
 */
export function timeSince(timestamp: string, now: number): string {
  const at = Date.parse(timestamp);
  if (Number.isNaN(at)) return '';
  const age = Math.max(0, now - at);
  return duration(age < day ? age : calendarDays(at, now) * day);
}

/**
 * How long ago a timestamp lies: `just now`, `12 min ago`, `3 h ago`, `yesterday`, `5 days ago`; after 30 days its date.
 * A clock that runs up to a minute behind the service's still says `just now`. A text that is no timestamp comes back as it is.
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

/** Midnights between two moments, by the reader's clock; the hour lost or won with daylight saving does not count. */
function calendarDays(from: number, to: number): number {
  return Math.round(
    (new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / day,
  );
}

/** A timestamp to the minute, in the reader's time zone, which it names: `14 March 2026 at 09:05 GMT+1`. Any other text comes back as it is. */
export function exactTime(timestamp: string, locale?: Locale): string {
  const at = Date.parse(timestamp);
  if (Number.isNaN(at)) return timestamp;
  return dateAndTime(locale).format(at);
}

/** When a moment was, by the reader's clock: `10:32`, with its date where it is not the day of `now`. Takes milliseconds. */
export function clockTime(at: number, now: number, locale?: Locale): string {
  return calendarDays(at, now) === 0
    ? timeOfDay(locale).format(at)
    : exactTime(new Date(at).toISOString(), locale);
}

/**
 * A day without a time, `1984-03-14`, in words: `14 March 1984`. The day is the one written, in every time zone; of a
 * date-time its written date counts. A text that is no real day comes back as it is.
 */
export function dateOnly(text: string, locale?: Locale): string {
  const written = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const midnight = written === undefined ? Number.NaN : Date.parse(`${written}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(written ?? ''))
    return text;
  return longDate(locale).format(midnight);
}
