import { defineConfig } from '@playwright/test';

import { findShell, testFlags } from './browser.ts';
import type { Behind } from './prepared-data.ts';

/**
 * Tests in a real Chromium, against the product as `npm start` starts it. Each worker has its own
 * service and data (fixtures.ts).
 */
export default defineConfig<{ checksDark: boolean }, { behind: Behind }>({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './prepared-data.ts',
  fullyParallel: true,
  // One more than the cores of a small machine: tests wait, but each worker has a product.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Far more than anything takes, because a busy machine takes many times as long.
  timeout: 900_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findShell(), args: testFlags },
    // Traces slow every test down: --trace retain-on-failure records them.
    screenshot: 'only-on-failure',
  },
  // merge.config.ts and release.config.ts run the others.
  projects: [
    {
      name: 'own records',
      // `npm run test:release` checks the dark colours of the same stories.
      use: { behind: 'own records', checksDark: false },
      testIgnore: /\/e2e\/(?:merge|release|engines)\//,
    },
  ],
});
