import { defineConfig } from 'oxlint';

import { browserFolders, sharedServerFolders } from './scripts/allowed-imports.ts';

const neverUp = {
  group: ['../*', '../**'],
  message: 'Relative imports never go up: use #contract/, #src/ or #server/.',
};
const noServerParts = {
  group: ['node:*', 'fastify*', '@fastify/*', 'pg', 'kysely', '@electric-sql/*'],
  message: 'The browser has no server parts.',
};

const noSql = {
  group: ['kysely', 'kysely/*'],
  message: 'All SQL is in stores (*.store.ts), db, cli, demo, backup and testing.',
};

/** Returns the override that forbids imports of `group`, and of `more` patterns, in the files. */
function imports(
  files: string | readonly string[],
  group: readonly string[],
  message: string,
  more: readonly (typeof neverUp)[] = [],
) {
  return {
    files: [files].flat(),
    rules: {
      'eslint/no-restricted-imports': [
        'error',
        { patterns: [neverUp, { group: [...group], message }, ...more] },
      ],
    },
  } as const;
}

/**
 * Returns the overrides for a folder of the service, which may import `more` of its folders. Only
 * the files of `withSql` have SQL.
 */
function serverFolder(
  folder: string,
  more: readonly string[],
  message: string,
  withSql: readonly string[] = [`${folder}/**/*.store.ts`],
) {
  const shared = sharedServerFolders.map((name) => `${name}/**`);
  const allowed = [...shared, '**/*.store.ts', '**/*.policy.ts', ...more];
  const group = ['#src/**', '#server/**', ...allowed.map((pattern) => `!#server/${pattern}`)];
  return [imports(`${folder}/**`, group, message, [noSql]), imports(withSql, group, message)];
}

/** Returns our folders that are allowed, as exceptions to a pattern that forbids all. */
const except = (folders: readonly string[]) => folders.map((folder) => `!#${folder}/**`);

/**
 * Returns the override for the files of a browser folder, which may import `allowed` and the folder
 * itself.
 */
function browserFolder(folder: string, files: string, allowed: readonly string[]) {
  const contract = allowed.includes('contract') ? [] : ['#contract/**'];
  return imports(
    `${folder}/${files}`,
    [
      '#src/**',
      '#server/**',
      ...contract,
      ...except(allowed.filter((name) => name !== 'contract')),
    ],
    `${folder} → ${allowed.join(', ') || 'nothing of ours'}.`,
    [noServerParts],
  );
}

/**
 * Lint rules. The tables in `scripts/allowed-imports.ts` say which folder may import which;
 * `scripts/folders.test.ts` finds circles between folders.
 */
export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist', 'data', '.cache', 'node_modules', 'bench/results'],
  rules: {
    'import/no-cycle': 'error',
    // A file is as long as its one job; past this it has most likely become two.
    'eslint/max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    // A function of more lines is several, unless it is a table of data.
    'eslint/max-lines-per-function': ['error', { max: 80 }],
    // A switch counts once: it reads like a table. Each `?.`, `??`, `&&` and default counts.
    'eslint/complexity': ['error', { max: 16, variant: 'modified' }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-unsafe-type-assertion': 'error',
    'typescript/no-non-null-assertion': 'error',
    'react/react-in-jsx-scope': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'import/no-unassigned-import': 'off',
    'import/default': 'off',
    'import/no-named-as-default-member': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'eslint/no-await-in-loop': 'off',
    'eslint/no-underscore-dangle': ['error', { allow: ['_zod'] }],
    'eslint/no-restricted-imports': ['error', { patterns: [neverUp] }],
  },
  // A later entry replaces an earlier one for the same file, so each entry is complete.
  overrides: [
    imports(
      'contract/**',
      ['*', '!zod', '!zod/*', '!./**', '!#contract', '!#contract/**'],
      'contract imports zod and nothing else.',
    ),
    imports(
      'contract/**/*.test.ts',
      ['#src/**', '#server/**'],
      'A contract test knows the contract alone.',
    ),
    imports(
      'contract/testing/**',
      ['*', '!fast-check', '!./**'],
      'What tests of every part share knows none of them.',
    ),
    ...Object.entries(browserFolders).flatMap(([folder, allowed]) => [
      browserFolder(folder, '**', allowed),
      browserFolder(folder, '**/*.test.{ts,tsx}', [...allowed, 'src/testing']),
    ]),
    imports(
      'src/lib/paths.ts',
      ['#src/**', '#server/**', '#contract/**', '!#contract/portal/addresses.ts'],
      'The links derive from the addresses, and from nothing else.',
      [noServerParts],
    ),
    imports(
      ['src/app/**', 'src/hydration/*.{ts,tsx}', 'src/*.{ts,tsx}'],
      ['#server/**'],
      'The browser has no server parts.',
      [noServerParts],
    ),
    ...serverFolder(
      'server/*',
      ['**/*.client.ts'],
      `A noun → itself (./), contract, ${sharedServerFolders.join(', ')}, another noun’s store, policy and client.`,
      ['server/*/**/*.store.ts', 'server/{db,backup}/**'],
    ),
    ...serverFolder(
      'server/{operator,exports,home}',
      ['**/*.presenter.ts'],
      'The operator’s side, exports and the home page → as above, and the presenters of other nouns.',
    ),
    ...serverFolder(
      'server/{managed-accounts,identity-provider}',
      ['accounts/**', 'managed-accounts/**'],
      'Those who manage accounts, and a provider that signs in to them → as above, and the accounts.',
    ),
    ...serverFolder(
      'server/upload-links',
      ['attachments/**', 'accounts/**'],
      'Links for clients → as above, how files are received, and how guesses are throttled.',
    ),
    ...serverFolder(
      'server/bulk-uploads',
      ['bulk-uploads/**'],
      'The folders of bulk uploads import each other.',
    ),
    imports('server/*.ts', ['#src/**', '#e2e/**'], 'The service does not know the browser.', [
      noSql,
    ]),
    imports(
      ['server/{cli,demo,testing}/**', 'server/**/*.test.ts'],
      ['#src/**', '#e2e/**'],
      'The service does not know the browser.',
    ),
    imports(
      'server/exports/export-file.test.ts',
      ['#src/**', '!#src/bulk-upload/reader/**', '#e2e/**'],
      'An exported file is read as a bulk upload reads it.',
    ),
    imports(
      'server/testing/upstream-stand-in/**',
      ['#contract/**', '#src/**', '#server/**', '!#server/testing/upstream-stand-in/**'],
      'The stand-in is written from the specification alone: it shares nothing with the product.',
    ),
    imports(
      'e2e/**',
      ['#src/**', '#server/**', '!#src/lib/paths.ts', '!#server/testing/**'],
      'e2e → contract, paths, server/testing.',
    ),
    imports(
      'bench/**',
      ['#src/**', '#server/**', '!#server/testing/**'],
      'bench → contract, server/testing, the e2e browser finder.',
    ),
    {
      files: ['e2e/**'],
      rules: { 'react/rules-of-hooks': 'off', 'eslint/no-empty-pattern': 'off' },
    },
    {
      files: ['**/*.test.{ts,tsx}'],
      rules: {
        'vitest/require-mock-type-parameters': 'off',
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
        'unicorn/consistent-function-scoping': 'off',
      },
    },
    {
      // A wrong assertion in a test or a measurement fails it, which is all it could do.
      files: ['**/*.test.{ts,tsx}', '{e2e,bench}/**', '{server,src}/testing/**'],
      rules: {
        'eslint/max-lines-per-function': 'off',
        'typescript/no-non-null-assertion': 'off',
        'typescript/no-unsafe-type-assertion': 'off',
      },
    },
    {
      // The columns of a list: a table of data.
      files: ['src/features/**/*-columns.tsx'],
      rules: { 'eslint/max-lines-per-function': 'off' },
    },
    {
      // Typed arrays read within their length, for each cell or byte of a file with millions.
      files: [
        'src/bulk-upload/duplicates/{duplicate-rows,key-hash,key-list}.ts',
        'src/bulk-upload/fixes/{cell-error-list,fix-options}.ts',
        'src/bulk-upload/reader/encodings.ts',
        'src/bulk-upload/rows/{row-states,validated-rows}.ts',
      ],
      rules: { 'typescript/no-non-null-assertion': 'off' },
    },
    {
      // Where types end, each with its reason beside it: what was validated or comes from a
      // database, a library with narrower types, a worker's reply, an object made from entries.
      files: [
        'contract/typed-objects.ts',
        'contract/v1/{leads,records}.ts',
        'scripts/test-run.ts',
        'server/http/routes.ts',
        'server/idempotency/idempotency.ts',
        'server/leads/leads.presenter.ts',
        'src/forms/lead-values.ts',
        'src/lib/{values/phone-plans,script-address}.ts',
        'contract/bulk-upload/lead-rows.ts',
        'src/bulk-upload/reader/parse-text.ts',
        'src/bulk-upload/workers/open-sheet.ts',
      ],
      rules: { 'typescript/no-unsafe-type-assertion': 'off' },
    },
  ],
});
