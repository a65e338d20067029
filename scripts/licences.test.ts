import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

/** Licences under which the portal may be used and passed on, unchanged, with their texts. */
const known = new Set([
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
]);

test('every package has a licence that is known', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { license?: string }>;
  };
  const packages = Object.entries(lock.packages).filter(([name]) => name !== '');
  expect(packages.length).toBeGreaterThan(100);
  const unknown = packages.filter(([, { license = '' }]) => !known.has(license));
  expect(unknown.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});
