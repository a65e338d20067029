import { writtenDay } from '#contract/v1/date-rule.ts';

import { tidyText } from './tidy-text.ts';

/** Which of two numbers is the day. */
export type DateOrder = 'day-first' | 'month-first';
/** The missing first two digits of a year. */
export type Century = '19' | '20';

/** How a date that is not `YYYY-MM-DD` is written. */
export type DateForm = 'order' | 'short-year' | 'words' | 'serial';

const threeNumbers =
  /^(\d{1,2})[/.\-\s]+(\d{1,2})[/.\-\s]+(\d{4}|\d{2})(?:[T\s,]+[\d:.]+(?:\s*[ap]\.?m\.?)?)?$/i;
const yearFirst =
  /^(\d{4})[/.\-\s]+(\d{1,2})[/.\-\s]+(\d{1,2})(?:[T\s,]+[\d:.]+\s*(?:Z|[ap]\.?m\.?)?)?$/i;
const dayAndWord =
  /^(?:([a-z]+),?\s+)?(\d{1,2})(?:st|nd|rd|th)?[/.\-\s]*([a-z]{3,9})[/.,\-\s]*(\d{4})$/i;
const wordAndDay = /^(?:([a-z]+),\s+)?([a-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i;
/** An Excel serial date from 1927 on. A shorter number is a year, or has no certain meaning. */
const serial = /^[1-9]\d{4}$/;
/** `30755`: a serial date, or 3/07/55 without separators. */
const packed = /^(\d)(\d\d)(\d\d)$/;
/** The required format. A date in this format was rejected for its value. */
const isoDate = /^\d{4}-\d{2}-\d{2}$/;

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Returns how a rejected date is written; undefined if the form is unknown or the required one. */
export function dateForm(text: string): DateForm | undefined {
  const tidy = tidyText(text);
  if (isoDate.test(tidy)) return undefined;
  const numbers = threeNumbers.exec(tidy);
  if (numbers) return numbers[3]?.length === 2 ? 'short-year' : 'order';
  if (yearFirst.test(tidy) || dayAndWord.test(tidy) || wordAndDay.test(tidy)) return 'words';
  return serial.test(tidy) ? 'serial' : undefined;
}

/** A day that a text can mean, and the order and century that give this day. */
export interface DateCandidate {
  readonly day: string;
  readonly order: DateOrder;
  readonly century: Century;
}

/**
 * Returns every day that three numbers can mean, in both orders. A two-digit year is read in both
 * centuries, except for years in the future.
 */
export function dateCandidates(text: string): DateCandidate[] {
  const [, first = '', second = '', year = ''] = threeNumbers.exec(tidyText(text)) ?? [];
  return candidatesOf(first, second, year);
}

function candidatesOf(first: string, second: string, year: string): DateCandidate[] {
  const centuries: readonly Century[] = ['19', '20'];
  return centuries.flatMap((century) => {
    const whole = year.length === 2 ? century + year : year;
    const isFuture = year.length === 2 && Number(whole) > new Date().getUTCFullYear();
    if (isFuture || !whole.startsWith(century)) return [];
    const dayFirst = writtenDay(whole, second, first);
    const monthFirst = writtenDay(whole, first, second);
    return [
      ...(dayFirst === undefined ? [] : [{ day: dayFirst, order: 'day-first', century } as const]),
      ...(monthFirst === undefined
        ? []
        : [{ day: monthFirst, order: 'month-first', century } as const]),
    ];
  });
}

/** Returns whether a serial date could also be a day, month and year without separators. */
export function isPackedDate(text: string): boolean {
  const [, first = '', second = '', year = ''] = packed.exec(tidyText(text)) ?? [];
  return candidatesOf(first, second, year).length > 0;
}

/**
 * Returns the date as `YYYY-MM-DD`. `answer` holds the order and the century that decide between
 * several readings (`day-first 20`). A date that can only be one day needs no answer. Returns
 * undefined if several days remain possible.
 */
export function fixedDate(text: string, answer: string): string | undefined {
  const tidy = tidyText(text);
  if (serial.test(tidy)) return serialDay(Number(tidy));
  const candidates = dateCandidates(tidy);
  if (candidates.length === 0) return wordedDay(tidy);
  const words = answer.split(' ');
  const inCentury = preferred(candidates, ({ century }) => words.includes(century));
  const chosen = preferred(inCentury, ({ order }) => words.includes(order));
  return chosen.every(({ day }) => day === chosen[0]?.day) ? chosen[0]?.day : undefined;
}

/** Returns the readings that are meant, or all of them if none is. */
function preferred(
  candidates: readonly DateCandidate[],
  isMeant: (candidate: DateCandidate) => boolean,
): readonly DateCandidate[] {
  const meant = candidates.filter(isMeant);
  return meant.length === 0 ? candidates : meant;
}

function yearFirstDay(tidy: string): string | undefined {
  const [, year, month, day] = yearFirst.exec(tidy) ?? [];
  return year && month && day ? writtenDay(year, month, day) : undefined;
}

function wordedDay(tidy: string): string | undefined {
  if (yearFirst.test(tidy)) return yearFirstDay(tidy);
  const [, before, day, word, year] = dayAndWord.exec(tidy) ?? [];
  if (day && word && year) return onWeekday(before, writtenDay(year, monthOf(word), day));
  const [, weekday, first, second, third] = wordAndDay.exec(tidy) ?? [];
  return first && second && third
    ? onWeekday(weekday, writtenDay(third, monthOf(first), second))
    : undefined;
}

/**
 * Returns the day if the word before it is its weekday or absent. Any other word could change the
 * meaning: `before 14 March 1984`.
 */
function onWeekday(word: string | undefined, day: string | undefined): string | undefined {
  if (word === undefined || day === undefined) return day;
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()];
  return weekday && word.toLowerCase().startsWith(weekday) ? day : undefined;
}

function monthOf(word: string): string {
  const start = word.toLowerCase();
  return String(
    months.findIndex(
      (month) => month.startsWith(start) || (start === 'sept' && month === 'september'),
    ) + 1,
  );
}

/**
 * Converts an Excel serial date. Day 1 is 1 January 1900, and Excel counts a 29 February 1900 that
 * never existed.
 */
function serialDay(days: number): string {
  return new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10);
}
