import { type Locale, perLocale } from './locale.ts';

const whole = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const upToOneDigit = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
);

/** An ISO 4217 code; null: amounts have no currency sign, because none is specified. */
export type Currency = string | null;

/** Decimals only where there are cents. */
const digits = { trailingZeroDisplay: 'stripIfInteger' } as const;
const decimals = { ...digits, minimumFractionDigits: 2, maximumFractionDigits: 2 };
const formats = new Map<Currency, (locale: Locale) => Intl.NumberFormat>();

/** Returns the formatter of each currency and locale, which is created once. */
function formatIn(currency: Currency, locale: Locale): Intl.NumberFormat {
  const options =
    currency === null ? decimals : { ...digits, style: 'currency' as const, currency };
  const format =
    formats.get(currency) ?? perLocale((locales) => new Intl.NumberFormat(locales, options));
  formats.set(currency, format);
  return format(locale);
}

/** Shown in place of a missing value. */
export const noValue = '—';

const decimal = /^-?\d{1,15}(?:\.\d{1,4})?$/;

/**
 * Formats an amount from the service, `50000.00`, for display: `50,000`, or `$50,000.50` in a
 * currency. Returns a dash for a missing amount, and a text that is not a plain number unchanged.
 */
export function amount(
  text: string | null | undefined,
  { currency = null, locale }: { currency?: Currency; locale?: Locale } = {},
): string {
  if (text === null || text === undefined || text.trim() === '') return noValue;
  return decimal.test(text) ? formatIn(currency, locale).format(Number(text)) : text;
}

const shortFormats = new Map<string, (locale: Locale) => Intl.NumberFormat>();

/** Formats an amount in a currency as briefly as a picture has room for: `A$980K`, `A$1.1M`. */
export function shortAmount(text: string, currency: string, locale?: Locale): string {
  const format =
    shortFormats.get(currency) ??
    perLocale(
      (locales) =>
        new Intl.NumberFormat(locales, { style: 'currency', currency, notation: 'compact' }),
    );
  shortFormats.set(currency, format);
  return format(locale).format(Number(text));
}

/** Returns a count with digit grouping: `10,000`. */
export const count = (number: number, locale?: Locale): string => whole(locale).format(number);

/** Returns a number of things: `1 lead`, `2,000 leads`. */
export function quantity(number: number, thing: string): string {
  return `${count(number)} ${thing}${number === 1 ? '' : 's'}`;
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
