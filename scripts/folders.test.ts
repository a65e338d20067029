import path from 'node:path';

import { expect, test } from 'vitest';

import { codeFiles, importsOf, isTest } from './imports.ts';

const files = codeFiles('contract', 'src', 'server').filter((file) => !isTest(file));

/** Returns each folder with the folders it imports from. */
function folderGraph(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const from = path.dirname(file);
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const target of importsOf(file, { isLazyIncluded: true })) {
      const to = path.dirname(target);
      if (to !== from) targets.add(to);
    }
  }
  return graph;
}

/** Returns the first circle that is reached from a folder, as the folders along it. */
function circleFrom(
  graph: ReadonlyMap<string, ReadonlySet<string>>,
  folder: string,
  trail: readonly string[],
  done: Set<string>,
): string[] | undefined {
  if (trail.includes(folder)) return [...trail.slice(trail.indexOf(folder)), folder];
  if (done.has(folder)) return undefined;
  for (const next of graph.get(folder) ?? []) {
    const circle = circleFrom(graph, next, [...trail, folder], done);
    if (circle) return circle;
  }
  done.add(folder);
  return undefined;
}

test('no folder imports in a circle', () => {
  const graph = folderGraph();
  const done = new Set<string>();
  const circles = [...graph.keys()].flatMap((folder) => {
    const circle = circleFrom(graph, folder, [], done);
    return circle ? [circle.join(' → ')] : [];
  });
  expect(circles).toEqual([]);
});
