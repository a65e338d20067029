import { lostTextError } from './lost-texts.ts';
import { error, type Rule } from './rules.ts';

/** The first day that the API accepts. No client was born and no business was founded earlier. */
export const firstDay = '1900-01-01';

const isoDate = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/;
const isoTime =
  /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/;
const midnight = /^T00:00(?::00(?:[.,]0{1,9})?)?(?:Z|[+-]|$)/;

/**
 * Validates a date that is not in the future: `YYYY-MM-DD`, or an ISO date-time that names one day:
 * at midnight, or without a time zone. Any other time with a time zone is rejected: a program that
 * writes midnight in UTC writes the day before, or the day after. The date must be a real day from
 * {@link firstDay} to today in any time zone.
 */
export const pastDateRule: Rule<string> = (text) => {
  const typed = text.trim();
  const [, year, month, day, time] = isoDate.exec(typed) ?? [];
  if (year === undefined || month === undefined || day === undefined || !validTime(time))
    return error(lostTextError(typed) ?? formSentence(typed), dateSuggestion(typed));
  if (!isRealDay(Number(year), Number(month), Number(day)))
    return error(isZeroDate(typed) ? zeroDate : 'This date doesn’t exist.');
  const value = `${year}-${month}-${day}`;
  const sentence = dateError(value) ?? timeError(time);
  return sentence === undefined ? { value } : error(sentence);
};

function dateError(day: string): string | undefined {
  if (day < firstDay) return 'This date is before 1900. Check the year.';
  return Date.parse(day) > lastTimeOnEarth() ? 'This date is in the future.' : undefined;
}

const zeroDate = 'Zeros are not a date. Leave it empty if the date isn’t known.';

/** Returns whether a text is a date of zeros, as databases write an unknown one: `0000-00-00`. */
export function isZeroDate(text: string): boolean {
  return /^(?:0{1,4}[/.-]){2}0{1,4}(?:[T ]0\d?:00(?::00)?(?:\.0{1,9})?Z?)?$/.test(text);
}

/** The date that sentences give as an example. */
export const exampleDate = '1984-03-14';

/** The sentence for a date with a time that is another day in another time zone. */
export const zonedTimeError = `Enter the date without a time, for example ${exampleDate}. With a time and a time zone, it can be the day before or after.`;

function timeError(time: string | undefined): string | undefined {
  if (time === undefined || midnight.test(time)) return undefined;
  return isoTime.exec(time)?.[1] === undefined ? undefined : zonedTimeError;
}

const example = `Enter the whole date, for example ${exampleDate}.`;
const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** Says why a text is not a whole date, where its form shows it. The first match counts. */
const incompleteDates: readonly (readonly [RegExp, string])[] = [
  [/^(?:19|20)\d\d$/, `This is only a year. ${example}`],
  [
    new RegExp(String.raw`^(?:${monthNames})[\s/.,-]*(?:\d{4}|['’]?(?:3[2-9]|[4-9]\d))$`, 'i'),
    `The day is missing. ${example}`,
  ],
  [/^(?:\d{1,2}[/.-]\d{4}|\d{4}[/.-]\d{1,2})$/, `The day is missing. ${example}`],
  [new RegExp(`^(?:${monthNames})$`, 'i'), `This is only a month. ${example}`],
  [
    new RegExp(
      String.raw`^(?:\d{1,2}[\s/.-]*(?:${monthNames})|(?:${monthNames})[\s/.,-]*\d{1,2})$`,
      'i',
    ),
    `The day or the year is missing. ${example}`,
  ],
];

/** The sentence for a text in which no date is recognised. */
export const dateFormError = `Enter the date as year-month-day, for example ${exampleDate}.`;

const maxDateLength = 40;

function formSentence(typed: string): string {
  if (isZeroDate(typed)) return zeroDate;
  return (
    incompleteDates.find(([form]) => form.test(typed))?.[1] ??
    impossibleDate(typed) ??
    dateFormError
  );
}

/**
 * Returns why no date of three numbers is possible, in any order; undefined if one is, or if the
 * text is not three numbers.
 */
function impossibleDate(typed: string): string | undefined {
  if (typed.length > maxDateLength) return undefined;
  if (!/^\d{1,4}[/.\-\s]+\d{1,2}[/.\-\s]+\d{1,4}$/.test(typed)) return undefined;
  const days = [...new Set(writtenDays(typed))];
  if (days.length === 0) return 'This date doesn’t exist.';
  const [sentence, ...others] = new Set(days.map(dateError));
  return others.length === 0 ? sentence : undefined;
}

function validTime(time: string | undefined): boolean {
  return time === undefined || isoTime.test(time);
}

function isRealDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return year >= 1 && day >= 1 && day <= days;
}

/** Returns the time now on the clocks of the earliest time zone, UTC+14. */
function lastTimeOnEarth(): number {
  return Date.now() + 14 * 3_600_000;
}

/**
 * Returns the date of a text in another order, such as `14/3/1984`, `3/14/1984` or `1984/3/14`, if
 * only one order gives a real day. If two orders do, a day in the future is not ruled out, because
 * the year may be the error.
 */
function dateSuggestion(typed: string): string | undefined {
  const days = hasShortYear(typed) ? [] : [...new Set(writtenDays(typed))];
  const [day] = days;
  return days.length === 1 && day !== undefined && dateError(day) === undefined ? day : undefined;
}

function hasShortYear(typed: string): boolean {
  return !/\d{4}/.test(typed);
}

/** Returns the real days that three numbers can be, a year of two digits in either century. */
function writtenDays(typed: string): string[] {
  const [first, second, third, rest] = typed.split(/[/.\-\s]+/).filter(Boolean);
  if (!first || !second || !third || rest !== undefined) return [];
  const isYearFirst = first.length > 2;
  const orders = [
    ...(isYearFirst || hasShortYear(typed) ? [[first, second, third] as const] : []),
    ...(isYearFirst ? [] : [[third, second, first] as const, [third, first, second] as const]),
  ];
  return orders.flatMap(([year, month, day]) =>
    (year.length === 2 ? [`19${year}`, `20${year}`] : [year])
      .map((whole) => writtenDay(whole, month, day))
      .filter((one) => one !== undefined),
  );
}

/**
 * Returns the date of a four-digit year, a month and a day; undefined if they are not a real day.
 */
export function writtenDay(year: string, month: string, day: string): string | undefined {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined;
  if (!isRealDay(Number(year), Number(month), Number(day))) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
