/** The portal's default locale, for a browser that names no language. */
const ownLocale = 'en-AU';

/**
 * Returns the user's languages, the preferred one first, as tags that every part of `Intl` accepts.
 * There is always at least one. Drops invalid tags from the browser's list: WebKit on Linux reports
 * `C` on a system without a language.
 */
export function readerLocales(
  languages: readonly string[] = navigator.languages,
): readonly [string, ...string[]] {
  const [first = ownLocale, ...others] = languages.flatMap(validTag);
  return [first, ...others];
}

function validTag(language: string): string[] {
  try {
    return Intl.getCanonicalLocales(language);
  } catch {
    return [];
  }
}

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
