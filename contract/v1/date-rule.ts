import { lostTextError } from './lost-texts.ts';
import { error, type Rule } from './rules.ts';

/** The first day that the API accepts. No client was born and no business was founded earlier. */
export const firstDay = '1900-01-01';

const isoDate = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/;
const isoTime =
  /^T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;
const isYear = /^(?:19|20)\d\d$/;

/**
 * Validates a date that is not in the future: `YYYY-MM-DD`, or an ISO date-time, of which only the
 * date as written counts. The date must be a real day from {@link firstDay} to today in any time
 * zone.
 */
export const pastDateRule: Rule<string> = (text) => {
  const typed = text.trim();
  const [, year, month, day, time] = isoDate.exec(typed) ?? [];
  if (year === undefined || month === undefined || day === undefined || !validTime(time))
    return error(lostTextError(typed) ?? formSentence(typed), dateSuggestion(typed));
  if (!isRealDay(Number(year), Number(month), Number(day)))
    return error('This date doesn’t exist.');
  const value = `${year}-${month}-${day}`;
  const sentence = dateError(value);
  return sentence === undefined ? { value } : error(sentence);
};

function dateError(day: string): string | undefined {
  if (day < firstDay) return 'This date is before 1900. Check the year.';
  return day > lastDayOnEarth() ? 'This date is in the future.' : undefined;
}

function formSentence(typed: string): string {
  return isYear.test(typed)
    ? 'This is only a year. Enter the whole date, for example 1984-03-14.'
    : 'Enter the date as year-month-day, for example 1984-03-14.';
}

function validTime(time: string | undefined): boolean {
  return time === undefined || isoTime.test(time);
}

function isRealDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return year >= 1 && day >= 1 && day <= days;
}

/** Returns today's date in the earliest time zone, UTC+14. */
function lastDayOnEarth(): string {
  return new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
}

/**
 * Returns the date of a text in another order, such as `14/3/1984`, `3/14/1984` or `1984/3/14`, if
 * only one order gives a real day. If two orders do, a day in the future is not ruled out, because
 * the year may be the error.
 */
function dateSuggestion(typed: string): string | undefined {
  const [first, second, third, rest] = typed.split(/[/.\-\s]+/).filter(Boolean);
  if (!first || !second || !third || rest !== undefined) return undefined;
  const readings =
    first.length === 4
      ? [writtenDay(first, second, third)]
      : [writtenDay(third, second, first), writtenDay(third, first, second)];
  const days = new Set(readings.filter((day) => day !== undefined));
  const [day] = days;
  return days.size === 1 && day !== undefined && dateError(day) === undefined ? day : undefined;
}

/**
 * Returns the date of a four-digit year, a month and a day; undefined if they are not a real day.
 */
export function writtenDay(year: string, month: string, day: string): string | undefined {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined;
  if (!isRealDay(Number(year), Number(month), Number(day))) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
