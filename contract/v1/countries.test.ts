import { expect, test } from 'vitest';

import { countries, mainCountries, countryName, countryNamed } from './countries.ts';

test.each([
  ['Australia', 'AU'],
  [' new zealand ', 'NZ'],
  ['NZL', 'NZ'],
  ['UK', 'GB'],
  ['Scotland', 'GB'],
  ['sg', 'SG'],
  ['France', 'FR'],
  ['USA', 'US'],
  ['Atlantis', undefined],
  ['', undefined],
])('"%s" names %s', (text, code) => {
  expect(countryNamed(text)).toBe(code);
});

test('the names are those of the Unicode locale data', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  for (const code of mainCountries) expect(countries[code].name).toBe(names.of(code));
  expect(countryName('AU')).toBe('Australia');
  expect(countryName('FR')).toBe('France');
  expect(countryName('QZ')).toBe('QZ');
});
