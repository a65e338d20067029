import { type Locale, perLocale } from './formats.ts';

const withDigits = (digits: number) =>
  perLocale(
    (locale) =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
const whole = withDigits(0);
const withCents = withDigits(2);
const upToOneDigit = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
);

/** What stands where there is no value. */
export const noValue = '—';

const decimal = /^-?\d{1,15}(?:\.\d{1,4})?$/;

/**
 * An amount as the service writes it, `50000.00`, for reading: `50,000`. Cents are shown when there are any; no currency is
 * specified, so there is no sign. No amount is a dash; a text that is no plain number comes back as it is.
 */
export function amount(text: string | null | undefined, locale?: Locale): string {
  if (text === null || text === undefined || text.trim() === '') return noValue;
  if (!decimal.test(text)) return text;
  const format = /\.\d*[1-9]/.test(text) ? withCents : whole;
  return format(locale).format(Number(text));
}

/** A count with grouping: `10,000`. */
export function count(number: number, locale?: Locale): string {
  return whole(locale).format(number);
}

/** The size of a file, in the units people see on their own machine (1 KB is 1024 bytes): `0 bytes`, `48 KB`, `1.2 MB`. */
export function fileSize(bytes: number, locale?: Locale): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const units = ['KB', 'MB', 'GB', 'TB'] as const;
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const format = size < 10 && unit > 0 ? upToOneDigit : whole;
  return `${format(locale).format(size)} ${units[unit] ?? ''}`;
}
