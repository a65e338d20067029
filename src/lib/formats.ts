/** A BCP 47 language tag; left out, the reader's own. */
export type Locale = string | undefined;

/** Makes each locale's formatter once: making one takes longer than formatting a page with it. */
export function perLocale<Format>(make: (locale: Locale) => Format): (locale: Locale) => Format {
  const made = new Map<Locale, Format>();
  return (locale) => {
    const format = made.get(locale) ?? make(locale);
    made.set(locale, format);
    return format;
  };
}
