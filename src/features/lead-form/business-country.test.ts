import { expect, test } from 'vitest';

import { namedCountry } from './lead-sections.ts';

test.each([
  ['Australia', 'AU'],
  [' new zealand ', 'NZ'],
  ['UK', 'GB'],
  ['Scotland', 'GB'],
  ['Singapore', 'SG'],
  ['France', 'other'],
])('%s', (text, country) => {
  expect(namedCountry(text)).toBe(country);
});

test('a blank text names no country', () => {
  expect(namedCountry('  ')).toBeUndefined();
});
