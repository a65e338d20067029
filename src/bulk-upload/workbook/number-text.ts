import { format, getFormatDateInfo, getFormatInfo } from 'numfmt';

import { dateText } from './date-text.ts';

/** Returns the text of a number in a cell. */
export type NumberText = (value: number) => string;

/**
 * Returns a function that gives numbers with a format as text: dates as `1984-03-14`, percentages
 * with their sign, all digits of an amount, and what else the format shows, such as leading zeros,
 * spaces within a phone number or a currency.
 * @param pattern the format as a workbook has it, such as `dd/mm/yyyy` or `0000000000`
 */
export function makeNumberText(pattern: string, uses1904: boolean): NumberText {
  if (/^(?:general|@|[#,]*0?(?:\.0+)?)$/i.test(pattern)) return plainNumber;
  // A locale changes only separators and the names of months.
  const neutral = pattern.replaceAll(/\[\$([^\]-]*)-[^\]]*\]/g, (_, sign: string) =>
    sign === '' ? '' : `[$${sign}]`,
  );
  const info = getFormatInfo(neutral);
  if (info.type === 'error') return plainNumber;
  if (info.isDate) {
    const { year, month, day, seconds } = getFormatDateInfo(neutral);
    const hasDate = year || month || day;
    return (value) =>
      dateText(value, { hasDate, hasSeconds: seconds, uses1904 }) ?? plainNumber(value);
  }
  if (info.isPercent) return (value) => `${plainNumber(value * 100)}%`;
  const isShownOtherwise =
    info.scale !== 1 || info.type === 'scientific' || info.type === 'fraction';
  if (info.isText || isShownOtherwise) return plainNumber;
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

/** Digits with their separators, and what stands before and after them. */
const shownParts = /^(\D*)(\d[\d,]*)((?:\.\d+)?)(\D*)$/;

/**
 * Returns the text of a number that is shown in a certain way: all its digits, with those
 * characters that say more than the number. Rounding, separators of thousands and `$` say nothing
 * more.
 */
export function shownNumber(value: number, shownText: string): string {
  const plain = plainNumber(value);
  const text = shownText.trim();
  // A word in place of the number, such as Yes for 1; a dash for 0 is no word.
  if (!/\d/.test(text)) return /\p{L}/u.test(text) ? text : plain;
  const parts = shownParts.exec(text);
  if (parts === null) {
    // Digits in groups, such as a phone number. Only whole numbers are shown in full.
    return Number.isInteger(value) && readDigits(text) === plain ? text : plain;
  }
  const [, before = '', digits = '', decimals = '', after = ''] = parts;
  const whole = digits.replaceAll(',', '');
  // `2.5M` for 2,500,000: what stands beside the digits belongs to a smaller number.
  if (Math.abs(Number(whole + decimals) - value) >= 1) return plain;
  const isPadded = /^0\d/.test(whole) && readDigits(whole) === plain;
  return readSign(before) + (isPadded ? whole : plain) + readSign(after);
}

/** Returns what stands beside a number, without the sign of the dollar and brackets. */
function readSign(text: string): string {
  return /^[\s$()]*$/.test(text) ? '' : text;
}

function readDigits(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
}

/** Significant digits that a spreadsheet keeps of a number. */
const precision = 15;

/**
 * Returns a number with all its digits and without an exponent. A whole number that is not exact
 * any more has an exponent, as spreadsheets show it, so that its lost digits are noticed.
 */
export function plainNumber(value: number): string {
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
