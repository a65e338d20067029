import { readdir, readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

import { expect, test } from 'vitest';

import { deployedFile } from '#e2e/reference/deployed-files.ts';

test('every variable of the files in deploy/reference/ is in its settings.env, and used', async () => {
  const names = Object.keys(parseEnv(await deployedFile('settings.env', {})));
  const marked = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
  const files = (await readdir('deploy/reference')).filter((file) => file !== 'settings.env');
  const texts = await Promise.all(files.map(async (file) => deployedFile(file, marked)));
  const unused = names.filter((name) => !texts.some((text) => text.includes(`<${name}>`)));
  expect(files.length).toBeGreaterThan(4);
  expect(unused).toEqual([]);
});

test('`envsubst` replaces nothing else in them: no variable of a shell is named without braces', async () => {
  const files = (await readdir('deploy/reference')).filter((file) => file !== 'settings.env');
  const texts = files.map(async (file) => readFile(`deploy/reference/${file}`, 'utf8'));
  const replaced = (await Promise.all(texts)).flatMap(
    (text) => text.match(/\$[A-Za-z_]\w*/g) ?? [],
  );
  expect(replaced).toEqual([]);
});
