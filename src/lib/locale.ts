/** How many readers’ formatters the service keeps. */
const maxReaders = 100;

/** The portal's default locale, for a browser that names no language. */
const ownLocale = 'en-AU';

/** The reader of a server-rendered page, with a cache key. The browser has only one reader. */
let reader: { languages?: readonly string[]; key: string } = { key: '' };

/** Sets the reader of a server-rendered page. */
export function setReader(languages: readonly string[], timeZone: string): void {
  reader = { languages, key: `${languages.join()} ${timeZone}` };
}

/**
 * Returns the user's languages, the preferred one first, as tags that every part of `Intl` accepts.
 * There is always at least one. Drops invalid tags from the browser's list: WebKit on Linux reports
 * `C` on a system without a language.
 */
export function readerLocales(
  languages: readonly string[] = reader.languages ?? navigator.languages,
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
  const made = new Map<string, Format>();
  return (locale) => {
    const key = locale ?? reader.key;
    const format = made.get(key) ?? make(locale ?? readerLocales());
    if (made.size > maxReaders) made.clear();
    made.set(key, format);
    return format;
  };
}

/** Returns the formatter of dates in each locale, with these options. */
export function dateFormat(options: Intl.DateTimeFormatOptions) {
  return perLocale((locale) => new Intl.DateTimeFormat(locale, options));
}
