import { defineConfig } from '@playwright/test';

import type { EngineName } from './engines/start-engine.ts';
import chromium from './playwright.config.ts';
import type { Behind } from './prepared-data.ts';

/** The main stories in an engine. One worker, so that each starts one product and one browser. */
const inEngine = { testDir: 'engines', testIgnore: 'release/**', workers: 1 };

/**
 * The browser tests of `npm run test:merge`: the main stories in every engine, where
 * start-engine.ts chooses what drives each browser; the stories of merge/ in Chromium; and what
 * differs in front of an existing service.
 */
export default defineConfig<object, { engine: EngineName; behind: Behind }>({
  ...chromium,
  outputDir: '../test-results/merge',
  projects: [
    { name: 'Firefox', ...inEngine, use: { engine: 'firefox' } },
    { name: 'WebKit', ...inEngine, use: { engine: 'webkit' } },
    { name: 'Chromium, phone', ...inEngine, use: { engine: 'phone' } },
    { name: 'own records', use: { behind: 'own records' }, testMatch: /\/e2e\/merge\/[^/]+$/ },
    // Tests tagged @in-front run again in front of an existing service, because the page, the data
    // or the requests differ there. What happens within the browser is tested once.
    {
      name: 'an existing service',
      use: { behind: 'an existing service' },
      testIgnore: /\/e2e\/(?:release|engines)\//,
      grep: [/@in-front/, /merge\/in-front\//],
    },
  ],
});
