const names = new Intl.DisplayNames('en', { type: 'region' });

/** A country's English name by its ISO 3166 code, as addresses are written. */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}
