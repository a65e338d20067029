import { format, getFormatDateInfo, getFormatInfo } from 'numfmt';

const daySeconds = 86_400;
const dayMs = 86_400_000;
/** Day 0 of each date system: 1899-12-31, which Excel shows as 0 January 1900, and 1904-01-01. */
const dayZero = { of1900: Date.UTC(1899, 11, 31), of1904: Date.UTC(1904, 0, 1) };
/** The number of 1900-02-29, which Excel counts although that day never existed. */
const falseLeapDay = 60;
/** 9999-12-31, the last day of a spreadsheet. */
const lastDay = 2_958_465;

interface DateFormat {
  /** Whether the format shows a year, a month or a day; otherwise it shows a time of day. */
  readonly hasDate: boolean;
  readonly hasSeconds: boolean;
  /** Whether day 0 is 1904-01-01, as in workbooks of old Macs. */
  readonly uses1904: boolean;
}

/**
 * Returns the date of a serial number, as `1984-03-14` or `1984-03-14T10:30:00`, or the time, as
 * `10:30`. Returns undefined if the number is no date of a spreadsheet.
 */
function dateText(serial: number, { hasDate, hasSeconds, uses1904 }: DateFormat) {
  // Serial numbers hold a time less exactly than to the millisecond.
  const seconds = Math.round(serial * daySeconds);
  if (serial < 0 || seconds >= (lastDay + 1) * daySeconds) return undefined;
  const day = Math.floor(seconds / daySeconds);
  const time = seconds % daySeconds;
  // A time without a day, or a duration, which may be longer than a day.
  if (!hasDate && day < 366) return clock(seconds, hasSeconds);
  const date = uses1904 ? isoDay(dayZero.of1904 + day * dayMs) : date1900(day);
  if (date === undefined) return undefined;
  return time === 0 ? date : `${date}T${clock(time, true)}`;
}

function date1900(day: number): string | undefined {
  if (day === 0) return undefined;
  if (day === falseLeapDay) return '1900-02-29';
  return isoDay(dayZero.of1900 + (day > falseLeapDay ? day - 1 : day) * dayMs);
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

function clock(seconds: number, hasSeconds: boolean): string {
  const minutes = `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}`;
  return hasSeconds || seconds % 60 !== 0 ? `${minutes}:${two(seconds % 60)}` : minutes;
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** Returns an ISO date or date-time without a time of midnight: `1984-03-14T00:00:00` → day. */
export function isoDateText(text: string): string {
  return text.trim().replace(/(?:T00:00(?::00(?:\.0+)?)?)(?:Z|[+-]00:?00)?$/, '');
}

/**
 * Excel’s own limit, in characters. The library takes time in proportion to the square of a longer
 * one.
 */
const maxPatternLength = 255;

/** Returns the text of a number in a cell. */
export type NumberText = (value: number) => string;

/**
 * Returns a function that gives numbers with a format as text: dates as `1984-03-14`, percentages
 * with their sign, all digits of an amount, and what else the format shows, such as leading zeros,
 * spaces within a phone number or a currency.
 * @param pattern the format as a workbook has it, such as `dd/mm/yyyy` or `0000000000`
 */
export function makeNumberText(pattern: string, uses1904: boolean): NumberText {
  if (pattern.length > maxPatternLength) return decimalText;
  if (/^(?:general|@|[#,]*0?(?:\.0+)?)$/i.test(pattern)) return decimalText;
  // A locale changes only separators and the names of months.
  const neutral = pattern.replaceAll(/\[\$([^[\]-]*)-[^[\]]*\]/g, (_, sign: string) =>
    sign === '' ? '' : `[$${sign}]`,
  );
  const info = getFormatInfo(neutral);
  if (info.type === 'error') return decimalText;
  if (info.isDate) {
    const { year, month, day, seconds } = getFormatDateInfo(neutral);
    const hasDate = year || month || day;
    return (value) =>
      dateText(value, { hasDate, hasSeconds: seconds, uses1904 }) ?? decimalText(value);
  }
  if (info.isPercent) return (value) => `${decimalText(value * 100)}%`;
  const isShownOtherwise =
    info.scale !== 1 || info.type === 'scientific' || info.type === 'fraction';
  if (info.isText || isShownOtherwise) return decimalText;
  return (value) =>
    value < 0
      ? `-${shownNumber(-value, shown(neutral, -value))}`
      : shownNumber(value, shown(neutral, value));
}

function shown(pattern: string, value: number): string {
  return format(pattern, value, {
    locale: 'en',
    nbsp: false,
    skipChar: '',
    fillChar: '',
    throws: false,
  });
}

/** Digits with their separators, and the text before and after them. */
const shownParts = /^(\D*)(\d[\d,]*)(?![\d,])((?:\.\d+)?)(\D*)$/;

/**
 * Returns the text of a number that is shown in a certain way: all its digits, with those
 * characters that say more than the number. Rounding, separators of thousands and `$` say nothing
 * more.
 */
export function shownNumber(value: number, shownText: string): string {
  const unformatted = decimalText(value);
  const text = shownText.trim();
  // A word in place of the number, such as Yes for 1; a dash for 0 is no word.
  if (!/\d/.test(text)) return /\p{L}/u.test(text) ? text : unformatted;
  const parts = shownParts.exec(text);
  if (parts === null) {
    // Digits in groups, such as a phone number. Only whole numbers are shown in full.
    return Number.isInteger(value) && readDigits(text) === unformatted ? text : unformatted;
  }
  const [, before = '', digits = '', decimals = '', after = ''] = parts;
  const whole = digits.replaceAll(',', '');
  // `2.5M` for 2,500,000: what stands beside the digits belongs to a smaller number.
  if (Math.abs(Number(whole + decimals) - value) >= 1) return unformatted;
  const isPadded = /^0\d/.test(whole) && readDigits(whole) === unformatted;
  return readSign(before) + (isPadded ? whole : unformatted) + readSign(after);
}

/** Returns the text beside a number, without dollar signs and brackets. */
const readSign = (text: string): string => (/^[\s$()]*$/.test(text) ? '' : text);

const readDigits = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');

/** Significant digits that a spreadsheet keeps of a number. */
const precision = 15;

/**
 * Returns a number with all its digits and without an exponent. A whole number that is not exact
 * any more has an exponent, as spreadsheets show it, so that its lost digits are noticed.
 */
export function decimalText(value: number): string {
  if (Number.isSafeInteger(value) || !Number.isFinite(value))
    return String(value === 0 ? 0 : value);
  const rounded = Number(value.toPrecision(precision));
  if (Number.isSafeInteger(rounded)) return String(rounded);
  const [mantissa = '', exponent = '0'] = rounded.toExponential().split('e');
  const power = Number(exponent);
  if (power >= precision) return `${mantissa}E+${power}`;
  const sign = rounded < 0 ? '-' : '';
  const digits = mantissa.replaceAll(/[-.]/g, '');
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  const decimals = digits.slice(power + 1);
  return decimals === '' ? sign + whole : `${sign}${whole}.${decimals}`;
}
