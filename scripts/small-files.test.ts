import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { codeFiles, importsOf, isTest } from './imports.ts';

/** A file of at most so many lines belongs into the one file that imports it. */
const maxLines = 25;

/** Small files with one importer that stay, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'src/pages/deals.tsx': 'a page, which the service draws too',
};

/** The name says what such a file is: `deals.rules.ts`. */
const hasRole = /\.(?:routes|policy|rules|store|presenter|search)\.ts$/;

test(`no file of at most ${maxLines} lines has a single importer`, () => {
  const importers = new Map<string, string[]>();
  for (const file of codeFiles())
    // A lazy import is the boundary of a chunk, so it doesn't count.
    for (const target of new Set(importsOf(file, { isLazyIncluded: false })))
      importers.set(target, [...(importers.get(target) ?? []), file]);
  const small = codeFiles('contract', 'src', 'server').filter((file) => {
    if (isTest(file) || hasRole.test(file)) return false;
    // What is in a folder `testing` is there for tests.
    const counted = (importers.get(file) ?? []).filter(
      (importer) => file.includes('/testing/') || !isTest(importer),
    );
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
    return lines <= maxLines && counted.length === 1;
  });
  expect(small).toEqual(Object.keys(exceptions));
});
