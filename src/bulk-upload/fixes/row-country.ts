import { templateColumns } from '#contract/bulk-upload/lead-template.ts';

/** The template's country columns, those of business addresses first. */
const countryColumnIndexes = [
  'businessAddress',
  'tradingAddress',
  'physicalAddress',
  'residentialAddress',
].map((address) => templateColumns.findIndex(({ name }) => name === `${address}.country`));

const otherNames: readonly (readonly [string, string])[] = [
  ['aus', 'AU'],
  ['nzl', 'NZ'],
  ['aotearoa', 'NZ'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['northern ireland', 'GB'],
  ['sgp', 'SG'],
  ['usa', 'US'],
  ['u.s.a.', 'US'],
  ['united states of america', 'US'],
  ['america', 'US'],
];

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
let codes: Map<string, string> | undefined;

/** Returns every ISO 3166 code by its English name, by itself and by its other names. */
function knownCodes(): Map<string, string> {
  if (codes) return codes;
  codes = new Map(otherNames);
  for (let first = 65; first <= 90; first += 1)
    for (let second = 65; second <= 90; second += 1) {
      const code = String.fromCharCode(first, second);
      const name = names.of(code);
      // A retired code maps to its successor: UK to GB.
      const now = new Intl.Locale(`und-${code}`).region ?? code;
      if (name === undefined) continue;
      codes.set(code.toLowerCase(), now).set(name.toLowerCase(), now);
    }
  return codes;
}

/**
 * Returns the ISO 3166 code of the country that a row's addresses name; undefined if they name
 * none, an unknown one or several.
 */
export function rowCountry(cells: readonly string[]): string | undefined {
  let found: string | undefined;
  for (const columnIndex of countryColumnIndexes) {
    const text = cells[columnIndex]?.trim().toLowerCase();
    if (!text) continue;
    const code = knownCodes().get(text);
    if (code === undefined || (found !== undefined && code !== found)) return undefined;
    found = code;
  }
  return found;
}

/** Returns the English name of a country by its ISO 3166 code. */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}
