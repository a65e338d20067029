import { type Locale, perLocale } from './locale.ts';

const whole = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const upToOneDigit = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
);

/** An ISO 4217 code; null: amounts have no currency sign, because none is specified. */
export type Currency = string | null;

/** Returns a function that creates the formatter of each currency and locale once. */
function perCurrency(options: Intl.NumberFormatOptions) {
  const made = new Map<Currency, (locale: Locale) => Intl.NumberFormat>();
  return (currency: Currency, locale: Locale) => {
    const ofCurrency = currency === null ? {} : { style: 'currency' as const, currency };
    const format =
      made.get(currency) ??
      perLocale((locales) => new Intl.NumberFormat(locales, { ...options, ...ofCurrency }));
    made.set(currency, format);
    return format(locale);
  };
}

const exact = perCurrency({});
const exactWithoutCurrency = perLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const compact = perCurrency({
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});

/** Shown in place of a missing value. */
export const noValue = '—';

const decimal = /^-?\d{1,15}(?:\.\d{1,4})?$/;

interface AmountFormat {
  currency?: Currency;
  locale?: Locale;
}

/**
 * Formats an amount from the service, `50000.00`, for display: `50,000.00`, or `$50,000.00` in a
 * currency. Every amount has as many decimals as its currency, two without one. Returns a dash for
 * a missing amount, and a text that is not a plain number unchanged.
 */
export function amount(
  text: string | null | undefined,
  { currency = null, locale }: AmountFormat = {},
): string {
  if (text === null || text === undefined || text.trim() === '') return noValue;
  if (!decimal.test(text)) return text;
  const format = currency === null ? exactWithoutCurrency(locale) : exact(currency, locale);
  return format.format(Number(text));
}

/**
 * Returns an amount from the service in few digits: `1.2M`, `$405K`. For a place beside the exact
 * amount.
 */
export function shortAmount(text: string, { currency = null, locale }: AmountFormat = {}): string {
  return decimal.test(text) ? compact(currency, locale).format(Number(text)) : text;
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
