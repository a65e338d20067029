import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { codeFiles, isTest } from './imports.ts';

const files = codeFiles('contract', 'src', 'server').filter(
  (file) => !isTest(file) && !file.includes('/testing/'),
);

/** Returns the names that a pattern finds in these files; a name comes once for each file. */
function find(pattern: RegExp, within = files): string[] {
  return within.flatMap((file) => [
    ...new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name)),
  ]);
}

test('an exported name stands in one file', () => {
  const exported = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm;
  // What a page exports is named by the router.
  const names = find(
    exported,
    files.filter((file) => !file.startsWith('src/pages/')),
  );
  const counts = Map.groupBy(names, (name) => name);
  expect(counts.size).toBeGreaterThan(2_000);
  const doubled = [...counts].flatMap(([name, { length }]) => (length > 1 ? [name] : []));
  // The list only gets shorter.
  expect(doubled.toSorted().join(' ')).toBe('Field Input Progress accessToken amount');
});

test('a function is named by a verb, not by what it is a property of', () => {
  expect(find(/\b(?:function|const) ([a-z]\w*Of)\b/g)).toEqual([]);
});

test('the portal reads neither the schema of what is sent nor a summary: no build has them', () => {
  const portal = files.filter((file) => file.startsWith('src/'));
  expect(find(/(typeof \w+Endpoints\.\w+\.body)\b/g, portal)).not.toEqual([]);
  expect(find(/(?<!typeof \w*)endpoints?(?:\.\w+)?\.(body|summary)\b/gi, portal)).toEqual([]);
});
