/** The portal's own English, for a browser that names no language. */
const ownLocale = 'en-AU';

/**
 * Returns the reader's languages, first the one they prefer, as tags that every part of `Intl` takes. What a browser says may be no
 * tag: WebKit on Linux makes `C` of a system without a language. There is always at least one.
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
