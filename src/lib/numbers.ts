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

const compact = perLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);

/** Shown in place of a missing value. */
export const noValue = '—';

const decimal = /^-?\d{1,15}(?:\.\d{1,4})?$/;

/**
 * Formats an amount from the service, `50000.00`, for display: `50,000`. Cents are shown unless
 * they are zero. There is no currency sign, because no currency is specified. Returns a dash for a
 * missing amount, and a text that is not a plain number unchanged.
 */
export function amount(text: string | null | undefined, locale?: Locale): string {
  if (text === null || text === undefined || text.trim() === '') return noValue;
  if (!decimal.test(text)) return text;
  const format = /\.\d*[1-9]/.test(text) ? withCents : whole;
  return format(locale).format(Number(text));
}

/**
 * Returns an amount from the service in few digits: `1.2M`, `405K`. For a place beside the exact
 * amount.
 */
export function shortAmount(text: string, locale?: Locale): string {
  return decimal.test(text) ? compact(locale).format(Number(text)) : text;
}

/** Returns a count with digit grouping: `10,000`. */
export function count(number: number, locale?: Locale): string {
  return whole(locale).format(number);
}

/**
 * Returns the size of a file in the units that operating systems show (1 KB is 1024 bytes): `0
 * bytes`, `48 KB`, `1.2 MB`.
 */
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
