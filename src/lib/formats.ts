import { readerLocales } from './locale.ts';

/** A BCP 47 language tag; undefined for the user's own languages. */
export type Locale = string | undefined;

/**
 * Returns a function that creates each locale's formatter once. Creating a formatter takes longer
 * than formatting a page with it.
 */
export function perLocale<Format>(
  make: (locales: string | readonly string[]) => Format,
): (locale: Locale) => Format {
  const made = new Map<Locale, Format>();
  return (locale) => {
    const format = made.get(locale) ?? make(locale ?? readerLocales());
    made.set(locale, format);
    return format;
  };
}
