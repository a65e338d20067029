import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const layout = new Set(
  read('src/ui/layout.css')
    .match(/(?<=\.)[a-z][\w-]*(?=[^\n]*[,{]\n)/g)
    ?.map(String),
);
/** The classes that are written by name, in strings and beside a module’s own in templates. */
const used = new Set(
  globSync('src/**/*.tsx').flatMap((file) =>
    [...read(file).matchAll(/className=(?:"([^"]*)"|\{[^}]*`\$\{[\w.]+\} ([^`$]*)`)/g)].flatMap(
      ([, text, adjacent]) => (text ?? adjacent ?? '').split(' '),
    ),
  ),
);

test('each class that is written by name is a layout class', () => {
  expect(used.size).toBeGreaterThan(15);
  expect([...used].filter((name) => !layout.has(name))).toEqual([]);
});
