import { isZeroDate, pastDateRule, writtenDay } from '#contract/v1/rules/date-rule.ts';

import { monthNamed, weekdayNamed } from './date-words.ts';
import { tidyText } from './tidy-text.ts';
import { dayInZone, hasZonedTime, timePattern } from './zoned-times.ts';

/** The first of three numbers of a date. */
export type DateOrder = 'day-first' | 'month-first' | 'year-first';
/** An order as it is asked about: the year is last where day and month are no question. */
export type NamedOrder = DateOrder | 'year-last';
/** The missing first two digits of a year. */
export type Century = '19' | '20';

/** How a date that is not `YYYY-MM-DD` is written. */
export type DateForm = 'order' | 'short-year' | 'words' | 'moment' | 'serial' | 'zero' | 'swapped';

const maxLength = 80;
const gap = String.raw`[/.\-\s]+`;
const year = String.raw`(\d{4}|['’]?\d\d)`;
const weekday = String.raw`(?:(\p{L}+)\.?,?\s+)?`;
const month = String.raw`(\p{L}{3,10})`;
const makePattern = (...parts: string[]) =>
  new RegExp(`^${parts.join('')}(?:${timePattern})?$`, 'iu');

const threeNumbers = makePattern(String.raw`(\d{1,2})${gap}(\d{1,2})${gap}`, year);
const yearFirst = makePattern(
  String.raw`(\d{4})[/.\-\s年년]+(\d{1,2})[/.\-\s月월]+(\d{1,2})[日일.]?`,
);
const yearAndDigits = /^(\d{4})(\d\d)(\d\d)$/;
const digitsAndYear = /^(\d\d)(\d\d)(\d{4})$/;
const dayAndWord = makePattern(
  weekday,
  String.raw`(\d{1,2})(?:st|nd|rd|th|er|º)?[/.\-\s]*(?:(?:of|de)\s+)?`,
  month,
  String.raw`[/.,\-\s]*(?:(?:de|del)\s+)?`,
  year,
);
const wordAndDay = makePattern(
  weekday,
  month,
  String.raw`[/.\-\s]*(\d{1,2})(?:st|nd|rd|th)?[/.,\-\s]+`,
  year,
);
const yearAndWord = makePattern(
  String.raw`(\d{4})[/.,\-\s]*`,
  month,
  String.raw`[/.\-\s]*(\d{1,2})`,
);
/** An Excel serial date from 1927 on. A shorter number is a year, or has no certain meaning. */
const serial = /^([1-9]\d{4})(?:[.,](\d+))?$/;
/** `30755`: a serial date, or 3/07/55 without separators. */
const packed = /^(\d)(\d\d)(\d\d)$/;
/** The required format. A date in this format was rejected for its value. */
const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const midnight = /^(?:0?0:00(?::00)?(?:[.,]0+)?|12:00(?::00)?(?:[.,]0+)?\s*a)/i;

/** A day that a text can mean, and the order and century that give this day. */
export interface DateCandidate {
  readonly day: string;
  /** Undefined where the text shows which part is which, as a name of a month does. */
  readonly order: DateOrder | undefined;
  /** Undefined where the year has four digits, or would be in the future in this century. */
  readonly century: Century | undefined;
}

/** The parts of a date as they are written; a year can have two digits. */
interface WrittenDate {
  readonly parts: readonly [year: string, month: string, day: string];
  readonly order?: DateOrder;
}

/**
 * Returns how a rejected date is written; undefined if no reading of the text is a date that the
 * contract accepts, or if the date is valid in the required form.
 */
export function dateForm(text: string): DateForm | undefined {
  const tidy = tidyText(text);
  if (isZeroDate(tidy)) return 'zero';
  if (isoDate.test(tidy)) return swappedDate(tidy) === undefined ? undefined : 'swapped';
  if (tidy.length > maxLength) return undefined;
  if (serial.test(tidy)) return isAccepted(serialDay(tidy)) ? 'serial' : undefined;
  const written = writtenDates(tidy);
  const days = new Set(written.flatMap(listCandidates).map(({ day }) => day));
  if (![...days].some(isAccepted)) return undefined;
  if (days.size === 1 && hasZonedTime(tidy)) return 'moment';
  if (written.some(({ parts: [one] }) => one.length === 2)) return 'short-year';
  return written.some(({ order }) => order !== undefined) ? 'order' : 'words';
}

const isAccepted = (day: string) => pastDateRule(day).error === undefined;

/** Returns a date that was written as year-day-month (`2003-25-03`); undefined if it was not. */
export function swappedDate(text: string): string | undefined {
  const [first = '', day = '', last = ''] = tidyText(text).split('-');
  const swapped = `${first}-${last}-${day}`;
  return Number(day) > 12 && isoDate.test(swapped) && isAccepted(swapped) ? swapped : undefined;
}

/**
 * Returns every day that a date can mean, in every order that is possible. A two-digit year is read
 * in both centuries, except for years in the future.
 */
export function dateCandidates(text: string): DateCandidate[] {
  return writtenDates(tidyText(text)).flatMap(listCandidates);
}

function writtenDates(tidy: string): WrittenDate[] {
  if (tidy.length > maxLength) return [];
  const numbers = threeNumbers.exec(tidy) ?? digitsAndYear.exec(tidy);
  const match = yearFirst.exec(tidy) ?? yearAndDigits.exec(tidy);
  const [, one = '', two = '', three = ''] = match ?? [];
  const yearsFirst: WrittenDate[] = match ? [{ parts: [one, two, three] }] : [];
  const others = numbers ? numberedDates(numbers) : wordedDates(tidy);
  return [...yearsFirst, ...others].filter(
    ({ parts: [whole] }) => whole.length === 2 || /^(?:19|20)/.test(whole),
  );
}

function numberedDates(numbers: RegExpExecArray): WrittenDate[] {
  const [, first = '', second = '', last = ''] = numbers;
  const ownYear = last.replace(/^['’]/, '');
  const dates: WrittenDate[] = [
    { parts: [ownYear, second, first], order: 'day-first' },
    { parts: [ownYear, first, second], order: 'month-first' },
  ];
  if (first.length === 2 && last.length === 2)
    dates.push({ parts: [first, second, last], order: 'year-first' });
  return dates;
}

function wordedDates(tidy: string): WrittenDate[] {
  const [, before, day, word, ofDay] = dayAndWord.exec(tidy) ?? [];
  if (day && word && ofDay) return wordedDate(before, ofDay, word, day);
  const [, ahead, first, second, ofWord] = wordAndDay.exec(tidy) ?? [];
  if (first && second && ofWord) return wordedDate(ahead, ofWord, first, second);
  const [, whole, name, last] = yearAndWord.exec(tidy) ?? [];
  return whole && name && last ? wordedDate(undefined, whole, name, last) : [];
}

/**
 * Returns the date if the word before it is its weekday or absent. Any other word could change the
 * meaning: `before 14 March 1984`.
 */
function wordedDate(before: string | undefined, writtenYear: string, word: string, day: string) {
  const date: WrittenDate = {
    parts: [writtenYear.replace(/^['’]/, ''), String(monthNamed(word) ?? 0), day],
  };
  if (before === undefined) return [date];
  const named = weekdayNamed(before);
  const days = listCandidates(date).map((one) => new Date(`${one.day}T00:00:00Z`).getUTCDay());
  return named !== undefined && days.length === 1 && days[0] === named ? [date] : [];
}

function listCandidates({ parts: [written, ofYear, ofMonth], order }: WrittenDate) {
  return wholeYears(written).flatMap(([whole, century]) => {
    const day = writtenDay(whole, ofYear, ofMonth);
    return day === undefined ? [] : [{ day, order, century }];
  });
}

/** Returns the years that a written year can be, with the century where there are two. */
function wholeYears(written: string): (readonly [year: string, century: Century | undefined])[] {
  if (written.length !== 2) return [[written, undefined]];
  if (Number(`20${written}`) > new Date().getUTCFullYear()) return [[`19${written}`, undefined]];
  return [
    [`19${written}`, '19'],
    [`20${written}`, '20'],
  ];
}

/** Returns whether a serial date could also be a day, month and year without separators. */
export function isPackedDate(text: string): boolean {
  const [, first = '', second = '', last = ''] = packed.exec(tidyText(text)) ?? [];
  return [
    [last, second, first],
    [last, first, second],
  ].some(([y = '', m = '', d = '']) => listCandidates({ parts: [y, m, d] }).length > 0);
}

/** Returns whether a date has a time of day other than midnight, which the field cannot hold. */
export function hasTimeOfDay(text: string): boolean {
  const tidy = tidyText(text);
  const ofDay = /\d{1,2}:\d\d.*/s.exec(tidy)?.[0];
  if (ofDay !== undefined) return !midnight.test(ofDay);
  return /[1-9]/.test(serial.exec(tidy)?.[2] ?? '');
}

/**
 * Returns the date as `YYYY-MM-DD`. `answer` holds the order, the century and the time zone that
 * decide between several readings (`day-first 20 Australia/Sydney`). A date that can only be one
 * day needs no answer; the day of a time with a time zone is the one written, if no other time zone
 * is in the answer. Returns undefined if several days remain possible, or none: a date that can
 * only be read in another order or century than the one in the answer contradicts the answer, and
 * is not read.
 */
export function fixedDate(text: string, answer: string): string | undefined {
  const tidy = tidyText(text);
  if (serial.test(tidy)) return serialDay(tidy, answer === 'serial-1904' ? days1904 : 0);
  const terms = answer.split(' ');
  const meant = dateCandidates(tidy).filter(
    ({ order, century }) => isInOrder(order, terms) && isInCentury(century, terms),
  );
  // A user who was asked only for the century saw the year last.
  const yearLast = meant.filter(({ order }) => order !== 'year-first');
  const chosen = answer === '' || hasOrder(terms) || yearLast.length === 0 ? meant : yearLast;
  const day = chosen.every((one) => one.day === chosen[0]?.day) ? chosen[0]?.day : undefined;
  const timeZone = terms.find((word) => word.includes('/'));
  if (day === undefined || timeZone === undefined) return day;
  return dayInZone(tidy, day, timeZone)?.day ?? day;
}

const namedOrders: readonly NamedOrder[] = ['day-first', 'month-first', 'year-first', 'year-last'];
const hasOrder = (terms: readonly string[]) => namedOrders.some((one) => terms.includes(one));

/** Returns whether a reading is in the order of an answer; an answer without one allows all. */
function isInOrder(order: DateOrder | undefined, terms: readonly string[]): boolean {
  if (order === undefined || !hasOrder(terms) || terms.includes(order)) return true;
  return terms.includes('year-last') && order !== 'year-first';
}

/** Returns whether a reading is in the century of an answer; an answer without one allows all. */
function isInCentury(century: Century | undefined, terms: readonly string[]): boolean {
  const namesCentury = terms.includes('19') || terms.includes('20');
  return century === undefined || !namesCentury || terms.includes(century);
}

/** How many days later the workbooks of older Excel for Mac begin to count. */
const days1904 = 1_462;

/**
 * Converts an Excel serial date; a fraction is the time of day. Day 1 is 1 January 1900, and Excel
 * counts a 29 February 1900 that never existed.
 */
function serialDay(text: string, daysLater = 0): string {
  const days = Number(serial.exec(text)?.[1]) + daysLater;
  return new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10);
}
