import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { codeFiles, isTest } from './imports.ts';

interface SuffixRule {
  /** What only some files of the service have. */
  readonly what: string;
  readonly pattern: RegExp;
  /** These files. */
  readonly files: RegExp;
  /** A line that breaks the rule in any other file. */
  readonly planted: string;
}

/** What a suffix promises: whoever knows the noun and the question knows the file. */
const rules: readonly SuffixRule[] = [
  {
    what: 'SQL',
    // Who may import Kysely is in `oxlint.config.ts`.
    pattern: /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<.*>)?`|\bpool\.query\b/,
    files: /\.store\.ts$|^server\/(?:db|cli|demo|backup|testing)\//,
    planted: "  db.selectFrom('leads').selectAll();",
  },
  {
    what: 'the way from a row to a response',
    pattern: /\b(?:function|const) present[A-Z]/,
    files: /\.presenter\.ts$/,
    planted: 'function presentLead(row: LeadRow) {',
  },
  {
    what: 'a route',
    pattern: /^\s*route\(app, /m,
    files: /\.routes\.ts$|^server\/http\//,
    planted: '  route(app, leadEndpoints.readLead, async () => {',
  },
  {
    // So that `server/routes.ts` shows all routes, in their order.
    what: 'a registration of routes',
    pattern: /^\s+(?:await )?\w+Routes\(/m,
    files: /^server\/(?:app|routes)\.ts$/,
    planted: '  passkeyRoutes(app, deps);',
  },
];

describe.each(rules)('$what', ({ pattern, files, planted }) => {
  it('stands only in files whose suffix or folder says so', () => {
    const others = codeFiles('server').filter((file) => !isTest(file) && !files.test(file));
    expect(others.length).toBeGreaterThan(100);
    expect(others.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('is found elsewhere', () => {
    expect(planted).toMatch(pattern);
  });
});
