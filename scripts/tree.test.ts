import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');

/** Every folder of the repository, with the folders above it. */
const folders = new Set(
  files.flatMap((file) => {
    const names = file.split('/').slice(0, -1);
    return names.map((_, depth) => names.slice(0, depth + 1).join('/'));
  }),
);

/**
 * Returns the folders in the tree of a document: the code block below "## Folders". A line names
 * one or more folders, each followed by a slash, indented by two spaces more than their parent.
 */
function treeIn(document: string): string[] {
  const [, tree = ''] = /^## Folders\n[\s\S]*?```\n([\s\S]*?)```/m.exec(document) ?? [];
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', names] = /^( *)((?:[\w-]+\/ {0,2})+|)/.exec(line) ?? [];
    if (!names) return [];
    const depth = indent.length / 2;
    const parent = depth === 0 ? '' : `${above[depth - 1]}/`;
    const named = names.trim().split(/\s+/);
    above[depth] = `${parent}${named[0]?.slice(0, -1)}`;
    return named.map((name) => `${parent}${name.slice(0, -1)}`);
  });
}

const architecture = treeIn(readFileSync('docs/architecture.md', 'utf8'));
const readme = treeIn(readFileSync('README.md', 'utf8'));

test('every folder in the trees of README and architecture exists', () => {
  expect([...readme, ...architecture].filter((folder) => !folders.has(folder))).toEqual([]);
});

test('the tree in architecture names every folder of the contract, the portal and the service', () => {
  const code = [...folders].filter((folder) => /^(contract|src|server)(\/|$)/.test(folder));
  expect(code.length).toBeGreaterThan(60);
  expect(code.filter((folder) => !architecture.includes(folder))).toEqual([]);
});

test('the tree in README names every folder at the top', () => {
  const top = [...folders].filter((folder) => !folder.includes('/') && !folder.startsWith('.'));
  expect(top.filter((folder) => folder !== 'public' && !readme.includes(folder))).toEqual([]);
});
