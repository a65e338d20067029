import { readerLocales } from '#src/lib/locale.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** Returns the English name of a country, as written in addresses, by its ISO 3166 code. */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** The countries whose business numbers the specification defines; most leads come from them. */
export const firstCountries = ['AU', 'NZ', 'GB', 'SG'] as const;
export type FirstCountry = (typeof firstCountries)[number];

/**
 * Returns the initial country: that of the reader's first language if it is one of
 * `firstCountries`, otherwise Australia.
 */
export function likelyCountry([language] = readerLocales()): FirstCountry {
  const { region } = new Intl.Locale(language);
  return firstCountries.find((country) => country === region) ?? 'AU';
}
