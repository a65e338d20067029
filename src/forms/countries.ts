import { readerLocales } from '#src/lib/locale.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** A country's English name by its ISO 3166 code, as addresses are written. */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** The countries of the specification's business numbers: where most leads come from. */
export const firstCountries = ['AU', 'NZ', 'GB', 'SG'] as const;
export type FirstCountry = (typeof firstCountries)[number];

/** The country to start with: that of the reader's first language, if it is one of the first; else Australia. */
export function likelyCountry([language] = readerLocales()): FirstCountry {
  const { region } = new Intl.Locale(language);
  return firstCountries.find((country) => country === region) ?? 'AU';
}
