import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// The suffix of a file says who runs it: `.test.ts` is for `npm test`, `.merge.test.ts` for
// `npm run test:merge`, `.release.test.ts` for `npm run test:release`. `TESTS` names the last two.
// The merge run also has the tests of both databases on the embedded one.
const kinds = ['merge', 'release'];
const kind = process.env['TESTS'];
const tests = kind === undefined ? 'test' : `${kind}.test`;

const node = {
  environment: 'node',
  // A process and its loaded modules serve many files: most files take less time than those.
  isolate: false,
  exclude: kind === undefined ? kinds.map((each) => `**/*.${each}.test.ts`) : [],
  setupFiles: ['./scripts/between-files.setup.ts'],
};

const service = {
  ...node,
  // Node loads the files as when the service runs, without a compiler before it.
  experimental: { viteModuleRunner: false },
  include: [`{contract,scripts,server}/**/*.${tests}.ts`],
  globalSetup: ['./server/testing/database/databases.setup.ts'],
};

/** Returns the files whose tests `npm test` runs on PostgreSQL and the merge run on the other. */
function filesOnBothDatabases(): string[] {
  const files = globSync('server/**/*.test.ts', {
    exclude: kinds.map((each) => `**/*.${each}.test.ts`),
  });
  return files.filter((file) => readFileSync(file, 'utf8').includes('.each(databases)'));
}

/**
 * Unit and service tests in two environments: Node, and jsdom for components. Playwright runs the
 * browser tests in e2e/.
 */
export default defineConfig({
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    // Far more than anything takes, because a busy machine takes many times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    // One more than the cores of a small machine, because many tests wait.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      // The embedded database’s timers would never come to an end on the faked clocks of the app’s
      // tests, so the two share no process.
      {
        test: {
          ...service,
          name: 'service',
          env: kind === undefined ? { TESTED_DATABASE: 'PostgreSQL' } : {},
        },
      },
      ...(kind === 'merge'
        ? [
            {
              test: {
                ...service,
                name: 'embedded',
                include: filesOnBothDatabases(),
                env: { TESTED_DATABASE: 'the embedded database' },
              },
            },
          ]
        : []),
      { test: { ...node, name: 'app', include: [`src/**/*.${tests}.ts`] } },
      {
        plugins: [react()],
        test: {
          name: 'dom',
          environment: 'jsdom',
          // Fresh modules and a fresh document for each file, but no new thread.
          pool: 'vmThreads',
          include: [`src/**/*.${tests}.tsx`],
          setupFiles: ['./src/testing/dom.setup.ts'],
        },
      },
    ],
  },
});
