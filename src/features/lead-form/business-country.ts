import {
  countries,
  countryNamed,
  isMainCountry,
  mainCountries,
  type MainCountry,
} from '#contract/v1/countries.ts';

/** The country of a business, for its official numbers; `other` has none. */
export type BusinessCountry = MainCountry | 'other';

/** The options for a business's country. */
export const businessCountries: readonly { value: BusinessCountry; label: string }[] = [
  ...mainCountries.map((code) => ({ value: code, label: countries[code].name })),
  { value: 'other', label: 'Another country' },
];

/** Returns the country that an address names as free text; undefined for an empty text. */
export function namedCountry(text: string): BusinessCountry | undefined {
  return text.trim() === '' ? undefined : chosenCountry(countryNamed(text));
}

/** Returns the country of a selected option. */
export function chosenCountry(code: string | undefined): BusinessCountry {
  return isMainCountry(code) ? code : 'other';
}
