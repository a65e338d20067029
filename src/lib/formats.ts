import { readerLocales } from './locale.ts';

/** A BCP 47 language tag; left out, the reader's own. */
export type Locale = string | undefined;

/** Makes each locale's formatter once: making one takes longer than formatting a page with it. */
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
