import { tidied } from './tidy-text.ts';

/** Which of two numbers is the day. */
export type DateOrder = 'day-first' | 'month-first';

/** How a date that is not `YYYY-MM-DD` is written. */
export type DateForm = 'order' | 'short-year' | 'words' | 'serial';

const threeNumbers =
  /^(\d{1,2})[/.\-\s]+(\d{1,2})[/.\-\s]+(\d{4}|\d{2})(?:[T\s,]+[\d:.]+(?:\s*[ap]\.?m\.?)?)?$/i;
const yearFirst =
  /^(\d{4})[/.\-\s]+(\d{1,2})[/.\-\s]+(\d{1,2})(?:[T\s,]+[\d:.]+\s*(?:Z|[ap]\.?m\.?)?)?$/i;
const dayAndWord =
  /^(?:[a-z]+,?\s+)?(\d{1,2})(?:st|nd|rd|th)?[/.\-\s]*([a-z]{3,9})[/.,\-\s]*(\d{4})$/i;
const wordAndDay = /^(?:[a-z]+,\s+)?([a-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i;
const serial = /^\d{4,5}$/;
/** As it should be written; refused for what it says. */
const asWanted = /^\d{4}-\d{2}-\d{2}$/;

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

/** How a refused date is written; undefined: it cannot be told, or as it should be. */
export function dateForm(text: string): DateForm | undefined {
  const typed = tidied(text);
  if (asWanted.test(typed)) return undefined;
  const numbers = threeNumbers.exec(typed);
  if (numbers) return numbers[3]?.length === 2 ? 'short-year' : 'order';
  if (yearFirst.test(typed) || dayAndWord.test(typed) || wordAndDay.test(typed)) return 'words';
  return serial.test(typed) ? 'serial' : undefined;
}

/** The only order in which the text can be a day; undefined: both, or none. */
export function decidedOrder(text: string): DateOrder | undefined {
  const [, first = '', second = '', year = ''] = threeNumbers.exec(tidied(text)) ?? [];
  const asDayFirst = writtenDay(fullYear(year), second, first);
  const asMonthFirst = writtenDay(fullYear(year), first, second);
  if (asDayFirst !== undefined && asMonthFirst === undefined) return 'day-first';
  return asDayFirst === undefined && asMonthFirst !== undefined ? 'month-first' : undefined;
}

/** The date as `YYYY-MM-DD`. What can be a day in one order only is read in that one; `order` decides the others. */
export function mendedDate(text: string, order: DateOrder): string | undefined {
  const typed = tidied(text);
  if (serial.test(typed)) return serialDay(Number(typed));
  const [, first = '', second = '', year = ''] = threeNumbers.exec(typed) ?? [];
  if (year !== '') {
    const dayFirst = writtenDay(fullYear(year), second, first);
    const monthFirst = writtenDay(fullYear(year), first, second);
    return order === 'day-first' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
  }
  return wordedDay(typed);
}

function wordedDay(typed: string): string | undefined {
  const numbers = yearFirst.exec(typed);
  if (numbers) return writtenDay(numbers[1]!, numbers[2]!, numbers[3]!);
  const [, day, word, year] = dayAndWord.exec(typed) ?? [];
  if (day && word && year) return writtenDay(year, monthOf(word), day);
  const [, first, second, third] = wordAndDay.exec(typed) ?? [];
  return first && second && third ? writtenDay(third, monthOf(first), second) : undefined;
}

function monthOf(word: string): string {
  const start = word.toLowerCase();
  return String(
    months.findIndex(
      (month) => month.startsWith(start) || (start === 'sept' && month === 'september'),
    ) + 1,
  );
}

/** As Excel takes years of two digits: 00 to 29 are of this century, 30 to 99 of the last; but no date of a lead is in the future. */
function fullYear(year: string): string {
  if (year.length !== 2) return year;
  const ofThisCentury = 2000 + Number(year);
  const isRecent = Number(year) < 30 && ofThisCentury <= new Date().getUTCFullYear();
  return String(isRecent ? ofThisCentury : ofThisCentury - 100);
}

/** Day 1 of a workbook is 1 January 1900, and it counts a 29 February 1900 that never was. */
function serialDay(days: number): string | undefined {
  if (days <= 60) return undefined;
  return new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10);
}

function writtenDay(year: string, month: string, day: string): string | undefined {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  if (!isReal || Number(year) < 1) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
