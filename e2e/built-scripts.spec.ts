import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, test } from './fixtures.ts';

const dist = path.join(import.meta.dirname, '..', 'dist');

/**
 * Maximum size of the first script, in bytes after gzip: 1 % more than it was, and less than 1.35 ×
 * the floor (docs/speed.md).
 */
const maxBytes = 146_900;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

test('the list of leads needs one script, which keeps to its size', () => {
  const manifest = readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8');
  const entry = (JSON.parse(manifest) as Record<string, Chunk>)['index.html'];
  expect(entry?.imports ?? []).toEqual([]);
  const script = readFileSync(path.join(dist, entry?.file ?? ''));
  expect(gzipSync(script).length).toBeLessThanOrEqual(maxBytes);
});

// WebKit runs a worker's script a second time if a script that it loads imports it.
test('no script imports one with which the page or a worker starts', () => {
  const page = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const scripts = globSync('assets/*.js', { cwd: dist });
  const entries = scripts.filter(
    (file) => /\.worker-/.test(file) || page.includes(`src="/${file}`),
  );
  const names = entries.map((file) => file.replace(/-.*/, '')).toSorted();
  expect(names).toEqual(['live', 'sheet'].map((name) => `assets/${name}.worker`));
  const imported = scripts.flatMap((file) => {
    const script = readFileSync(path.join(dist, file), 'utf8');
    const imports = script.matchAll(/\b(?:from|import)\s*\(?\s*["'`]\.\/([^"'`]+)/g);
    return Array.from(imports, ([, name]) => `assets/${name}`);
  });
  expect(imported).toContain(scripts.find((file) => file.startsWith('assets/phones-')));
  expect(entries.filter((file) => imported.includes(file))).toEqual([]);
});
