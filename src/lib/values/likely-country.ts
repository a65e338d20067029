import { mainCountries, type MainCountry } from '#contract/v1/countries.ts';
import { readerLocales } from '#src/lib/locale.ts';

/**
 * Returns the initial country of a form: that of the reader's first language if it is one of the
 * contract's countries, otherwise Australia.
 */
export function likelyCountry([language] = readerLocales()): MainCountry {
  const { region } = new Intl.Locale(language);
  return mainCountries.find((country) => country === region) ?? 'AU';
}
