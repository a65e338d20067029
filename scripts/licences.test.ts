import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

/** Licences under which the portal may be used and passed on, unchanged, with their texts. */
const known = new Set([
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '(MIT OR GPL-3.0-or-later)',
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

/** Packages that say MIT elsewhere: as `licenses`, or in their readme. Only tests use them. */
const statedElsewhere = new Set(['busboy@1.6.0', 'humanize-number@0.0.2', 'streamsearch@1.1.0']);

test('every package has a licence that is known', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { license?: string; version: string; dev?: boolean }>;
  };
  const packages = Object.entries(lock.packages).filter(([name]) => name !== '');
  expect(packages.length).toBeGreaterThan(100);
  const unknown = packages.filter(([name, { license = '', version, dev }]) => {
    const id = `${name.replace('node_modules/', '')}@${version}`;
    return !known.has(license) && !(dev && statedElsewhere.has(id));
  });
  expect(unknown.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});
