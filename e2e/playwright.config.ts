import { defineConfig } from '@playwright/test';

import { browserFlags, findBrowser } from './browser.ts';
import type { Behind } from './fixtures.ts';

/**
 * Tests in a real Chromium, against the product as `npm start` starts it. Each worker has its own
 * service and data (fixtures.ts).
 */
export default defineConfig<object, { behind: Behind }>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/reports/e2e.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
    trace: 'retain-on-failure',
  },
  // engines/ has its own configuration. The other files run against the portal's own records and in
  // front of an existing service, except those for only one of the two.
  projects: [
    {
      name: 'own records',
      use: { behind: 'own records' },
      testIgnore: ['in-front/**', 'engines/**'],
    },
    {
      name: 'an existing service',
      use: { behind: 'an existing service' },
      testIgnore: [
        'accessibility-bulk-upload.spec.ts',
        'bulk-upload-exactly-once.spec.ts',
        'engines/**',
      ],
      // Pages that don't depend on where the records are stored are checked once.
      grepInvert: /axe .* on (signing in|the interface’s documentation)$/,
    },
  ],
});
