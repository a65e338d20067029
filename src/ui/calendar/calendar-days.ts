import { readerLocales } from '#src/lib/locale.ts';

/** A day as `YYYY-MM-DD`, in no time zone. */
export type Day = string;

/** The first and the last day that can be chosen. */
export interface DayRange {
  readonly min: Day;
  readonly max: Day;
}

const dayMs = 86_400_000;

const toDay = (milliseconds: number): Day => new Date(milliseconds).toISOString().slice(0, 10);
const toTime = (day: Day) => Date.parse(`${day}T00:00:00Z`);

/** Returns today in the user's time zone. */
export function today(): Day {
  const now = new Date();
  return toDay(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

/** Returns the day this many days later, earlier if negative. */
export function addDays(day: Day, days: number): Day {
  return toDay(toTime(day) + days * dayMs);
}

/** Returns the same day this many months later; the month's last day if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const at = new Date(toTime(day));
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1);
  return inMonth(toDay(first), at.getUTCDate());
}

/** Returns the day in a month of a year, `month` from 1; the month's last if it is shorter. */
export function withMonth(day: Day, year: number, month: number): Day {
  return inMonth(toDay(Date.UTC(year, month - 1, 1)), Number(day.slice(8)));
}

/** Returns a day of the month that starts with `first`; the month's last if it is shorter. */
function inMonth(first: Day, day: number): Day {
  const at = new Date(toTime(first));
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(first, Math.min(day, last) - 1);
}

/** Returns the day itself, or the nearest one that can be chosen. */
export function withinRange(day: Day, { min, max }: DayRange): Day {
  if (day > max) return max;
  return day < min ? min : day;
}

/** Returns the day of the week, 0 for the first one of a week that starts with `firstWeekday`. */
export function getWeekday(day: Day, firstWeekday: number): number {
  return (new Date(toTime(day)).getUTCDay() - firstWeekday + 7) % 7;
}

/**
 * Returns the weeks of a day's month, always six so that the calendar keeps its height. Days of
 * other months are undefined.
 */
export function listWeeks(day: Day, firstWeekday: number): (Day | undefined)[][] {
  const month = day.slice(0, 7);
  const start = addDays(`${month}-01`, -getWeekday(`${month}-01`, firstWeekday));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_unused, weekday) => {
      const one = addDays(start, week * 7 + weekday);
      return one.startsWith(month) ? one : undefined;
    }),
  );
}

/** Regions whose weeks start on Sunday, for browsers that do not know (of CLDR's week data). */
const sundayRegions = /^(?:BR|CA|HK|ID|IL|IN|JP|KR|MX|PH|SG|TH|TW|US|ZA)$/;

interface WeekLocale extends Intl.Locale {
  /** Missing in some browsers. 1 is Monday, 7 is Sunday. */
  getWeekInfo?: () => { readonly firstDay: number };
}

/** Returns the first day of the week where the user is: 0 for Sunday, 1 for Monday. */
export function getFirstWeekday([tag]: readonly [string, ...string[]] = readerLocales()): number {
  const locale: WeekLocale = new Intl.Locale(tag);
  const info = locale.getWeekInfo?.();
  if (info) return info.firstDay % 7;
  return sundayRegions.test(locale.maximize().region ?? '') ? 0 : 1;
}

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(readerLocales(), { ...options, timeZone: 'UTC' });

/** Returns the names of a calendar's parts in the user's language. */
export function calendarWords() {
  const [day, month] = [inUtc({ dateStyle: 'full' }), inUtc({ month: 'long', year: 'numeric' })];
  const [monthAlone, weekday] = [inUtc({ month: 'long' }), inUtc({ weekday: 'long' })];
  const shortWeekday = inUtc({ weekday: 'short' });
  return {
    /** `Wednesday 14 March 1984` */
    day: (one: Day) => day.format(toTime(one)),
    /** `March 1984` */
    month: (one: Day) => month.format(toTime(one)),
    /** `March`, from 1. */
    monthName: (number: number) => monthAlone.format(Date.UTC(2024, number - 1, 1)),
    /** The weekday of a day: `Wednesday`, and in short. */
    weekday: (one: Day) => ({
      long: weekday.format(toTime(one)),
      short: shortWeekday.format(toTime(one)),
    }),
  };
}
