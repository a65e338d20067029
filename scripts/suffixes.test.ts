import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it, test } from 'vitest';

import { codeFiles, isTest } from './imports.ts';

interface SuffixRule {
  /** What only some files of the service have. */
  readonly what: string;
  readonly pattern: RegExp;
  /** These files. */
  readonly files: RegExp;
  /** Lines of which each breaks the rule in any other file. */
  readonly planted: readonly string[];
  /** Lines that look like it and are not. */
  readonly similar?: readonly string[];
}

const stores = /\.store\.ts$|^server\/(?:db|cli|demo|backup|testing)\//;

/** What a suffix promises: whoever knows the noun and the question knows the file. */
const rules: readonly SuffixRule[] = [
  {
    what: 'SQL',
    // Who may import Kysely is in `oxlint.config.ts`.
    pattern: /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<.*>)?`|\bpool\.query\b/,
    files: stores,
    planted: ["  db.selectFrom('leads').selectAll();"],
  },
  {
    what: 'SQL as text',
    pattern: new RegExp(
      [
        // A query: `select` until the source of its rows.
        /\bselect\b[^;'`]*\bfrom (?:\(select\b|(?:[a-z_]+|\$\{\w+\})(?:\)| (?:as [a-z]\b|where |join |order by |limit )))/,
        // A condition after a word that joins it to others, or alone on a column of an alias.
        /\b(?:where|and|or|on|not) (?:[a-z]+\.)?[a-z_]+ (?:(?:=|<>|<=?|>=?) |is (?:not )?null\b|in \(|like\b)/,
        /['`][a-z]\.[a-z_]+ (?:=|<>|<=?|>=?|in|like|is) /,
        /\br\.[a-z]+_[a-z_]+/,
        /(?:=|<>) any\(/,
        // What only SQL has.
        /\b(?:insert into [a-z_]+|delete from [a-z_]+ where|update [a-z_]+ set|union all|left join)\b/,
        /::(?:text|bigint|integer|numeric|jsonb|timestamptz)\b/,
      ]
        .map(({ source }) => source)
        .join('|'),
    ),
    files: stores,
    planted: [
      'const ids = `select r.id from ${table} as r`;',
      "const count = '(select count(*) from found)';",
      "const isOwn = 'where partner_id = $1';",
      "const waits = 'r.has_request';",
      'const isAmong = `u.id = any(${bind(ids)})`;',
      "const end = 'and sent_at is not null';",
      'const change = `update leads set version = 2`;',
      'const total = `sum(r.change)::bigint`;',
    ],
    similar: [
      "'Select the leads from the list, and where they are from.'",
      "'Add a filter to select leads from the list where it is too long.'",
      '`select ${name} from ${list}, or update it`',
      "if (DEMO === '1' && values.TRUST_PROXY)",
    ],
  },
  {
    what: 'the way from a row to a response',
    pattern: /\b(?:function|const) present[A-Z]/,
    files: /\.presenter\.ts$/,
    planted: ['function presentLead(row: LeadRow) {'],
  },
  {
    what: 'a route',
    pattern: /^\s*route\(app, /m,
    files: /\.routes\.ts$|^server\/http\//,
    planted: ['  route(app, leadEndpoints.readLead, async () => {'],
  },
  {
    // What two files of routes both need has a file of its own.
    what: 'an import of routes',
    pattern: /\bfrom '[^']+\.routes\.ts'/,
    files: /^server\/(?:app|routes)\.ts$/,
    planted: ["import { readTodo } from './todo.routes.ts';"],
  },
  {
    // So that `server/routes.ts` shows all routes, in their order.
    what: 'a registration of routes',
    pattern: /^\s+(?:await )?\w+Routes\(/m,
    files: /^server\/(?:app|routes)\.ts$/,
    planted: ['  passkeyRoutes(app, deps);'],
  },
  {
    // A store says what there is; what that means for the caller, its policy or its routes.
    what: 'an error for the caller',
    pattern: /\bnew ApiError\(|\b(?:malformed|fieldError|partErrors|requireFound|requireAccess)\(/,
    files: /(?<!\.store)\.ts$/,
    planted: [
      "  throw new ApiError('not-found', 'This lead doesn’t exist.');",
      "  return requireFound(rows[0], 'lead');",
    ],
    similar: ["if (error instanceof ApiError && error.code === 'query-too-slow') return null;"],
  },
];

/** Returns a file without its comments, which may quote what they are about. */
function readCode(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

describe.each(rules)('$what', ({ pattern, files, planted, similar = [] }) => {
  it('stands only in files whose suffix or folder says so', () => {
    const others = codeFiles('server').filter((file) => !isTest(file) && !files.test(file));
    expect(others.length).toBeGreaterThan(50);
    expect(others.filter((file) => pattern.test(readCode(file)))).toEqual([]);
  });

  it('is found elsewhere', () => {
    for (const line of planted) expect(line).toMatch(pattern);
    for (const line of similar) expect(line).not.toMatch(pattern);
  });
});

/** Stories of the whole service, contract or page, which have no single subject beside them. */
const wholeStories = [
  'contract/v1/specification',
  'server/access',
  'server/arbitrary-input',
  'server/bounds',
  'server/db/partner-joins',
  'server/order-of-checks',
  'server/parameter-effects',
  'server/process-clocks',
  'server/upstream/pass-through',
  'server/upstream/programs',
  'server/upstream/upstream-access',
  'server/wire',
  'src/app/name-share',
  'src/app/record-neighbours',
  'src/app/records-table',
  'src/pages/columns-choice',
  'src/pages/lists',
  'src/pages/records-bar',
  'src/pages/user-names',
  'src/testing/form-and-file',
  'src/testing/sources',
  'src/testing/spreadsheets',
];

/** Returns whether a file beside a test has the test’s name, or the name without its story. */
function hasSubject(file: string): boolean {
  const { dir, base } = path.parse(file);
  const beside = readdirSync(dir).filter((name) => path.extname(name) !== '' && !isTest(name));
  return beside.some((name) => base.startsWith(`${path.parse(name).name}.`));
}

test('a test has the name of its subject, which is beside it', () => {
  const tests = codeFiles('contract', 'server', 'src').filter(isTest);
  const others = tests.filter((file) => !hasSubject(file));
  expect(tests.length).toBeGreaterThan(400);
  expect(others.map((file) => file.replace(/\..*$/, '')).toSorted()).toEqual(wholeStories);
});

test('src/api has no sentences: they are in files of `src/lib`', () => {
  const sentence = /['`][A-Z][\w’]*,? [^'`]*[.!?]['`]/;
  expect("  const sentence = 'The service is busy.';").toMatch(sentence);
  const files = codeFiles('src/api').filter((file) => !isTest(file));
  expect(files.filter((file) => sentence.test(readCode(file)))).toEqual([]);
});
