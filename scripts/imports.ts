import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the TypeScript files below some folders; without folders, all of the repository. */
export function codeFiles(...folders: string[]): string[] {
  return execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file));
}

/** Returns whether a file is a test, of Vitest or Playwright. */
export function isTest(file: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(file);
}

const statically = /(?:from|import)\s*'([.#][^'?]+)/g;
const lazily = /import\(\s*'([.#][^'?]+)/g;

/** Returns the files that a file imports, by `./` or by `#`. */
export function importsOf(file: string, { isLazyIncluded }: { isLazyIncluded: boolean }): string[] {
  const source = readFileSync(file, 'utf8');
  return [statically, ...(isLazyIncluded ? [lazily] : [])].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, target = '']) =>
      target.startsWith('#') ? target.slice(1) : path.join(path.dirname(file), target),
    ),
  );
}
