import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, test } from './fixtures.ts';

/**
 * Maximum size of the first script, in bytes after gzip: 1 % more than it was, and less than 1.38 ×
 * the floor (docs/speed.md).
 */
const maxBytes = 148_200;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

test('the list of leads needs one script, which keeps to its size', () => {
  const dist = path.join(import.meta.dirname, '..', 'dist');
  const manifest = readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8');
  const entry = (JSON.parse(manifest) as Record<string, Chunk>)['index.html'];
  expect(entry?.imports ?? []).toEqual([]);
  const script = readFileSync(path.join(dist, entry?.file ?? ''));
  expect(gzipSync(script).length).toBeLessThanOrEqual(maxBytes);
});
