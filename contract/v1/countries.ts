import { listKeys } from '#contract/typed-objects.ts';

/**
 * The countries whose business numbers the specification defines, by ISO 3166 code. Most leads come
 * from them, so forms and fixes suggest them first, in this order. The name is in English, as it is
 * written in addresses; further names that people write are in lower case.
 */
export const countries = {
  AU: { name: 'Australia', otherNames: ['aus'] },
  NZ: { name: 'New Zealand', otherNames: ['nzl', 'aotearoa'] },
  GB: {
    name: 'United Kingdom',
    otherNames: ['uk', 'gbr', 'great britain', 'england', 'scotland', 'wales', 'northern ireland'],
  },
  SG: { name: 'Singapore', otherNames: ['sgp'] },
} as const satisfies Record<string, { name: string; otherNames: readonly string[] }>;
export type MainCountry = keyof typeof countries;
export const mainCountries = listKeys(countries);

/** Further names of other countries, in lower case. */
const namesElsewhere: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  america: 'US',
};

const displayNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns the English name of any country, by its ISO 3166 code. */
export function countryName(code: string): string {
  return isMainCountry(code) ? countries[code].name : (displayNames.of(code) ?? code);
}

/**
 * Returns the ISO 3166 code of the country that a text names, by its English name, its code or
 * another name; undefined for any other text.
 */
export function countryNamed(text: string): string | undefined {
  codesByName ??= readNames();
  return codesByName.get(text.trim().toLowerCase());
}

/** Returns whether a country is one of {@link countries}. */
export function isMainCountry(code: string | undefined): code is MainCountry {
  return code !== undefined && code in countries;
}

let codesByName: ReadonlyMap<string, string> | undefined;

function readNames(): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const code of possibleCodes()) {
    const name = displayNames.of(code);
    if (name === undefined) continue;
    // A retired code maps to its successor.
    const current = new Intl.Locale(`und-${code}`).region ?? code;
    codes.set(code.toLowerCase(), current).set(name.toLowerCase(), current);
  }
  for (const code of mainCountries)
    for (const name of [countries[code].name.toLowerCase(), ...countries[code].otherNames])
      codes.set(name, code);
  for (const [name, code] of Object.entries(namesElsewhere)) codes.set(name, code);
  return codes;
}

function* possibleCodes(): Generator<string> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (const first of letters) for (const second of letters) yield first + second;
}
