import { defineConfig } from '@playwright/test';

import type { EngineName } from './engines/start-engine.ts';
import chromium from './playwright.config.ts';
import type { Behind } from './prepared-data.ts';

const testDir = 'engines';
const mouse = ['selection.spec.ts', 'tabs.spec.ts', 'middle-button.spec.ts'];

/**
 * The browser tests of `npm run test:merge`: the main stories in every engine, where
 * start-engine.ts chooses what drives each browser; the stories of merge/ in Chromium; and what
 * differs in front of an existing service.
 */
export default defineConfig<object, { engine: EngineName; behind: Behind }>({
  ...chromium,
  outputDir: '../test-results/merge',
  projects: [
    // One worker per engine, so that each engine starts one product and one browser.
    { name: 'Firefox', testDir, workers: 1, use: { engine: 'firefox' } },
    // WebKit's driver releases the main button, whichever was pressed.
    {
      name: 'WebKit',
      testDir,
      workers: 1,
      use: { engine: 'webkit' },
      testIgnore: 'middle-button.spec.ts',
    },
    // A touch screen can't select text by dragging or open tabs.
    { name: 'Chromium, phone', testDir, workers: 1, use: { engine: 'phone' }, testIgnore: mouse },
    // Only the tests that need a mouse: the others cover the rest in this browser.
    { name: 'Chromium', testDir, workers: 1, use: { engine: 'chromium' }, testMatch: mouse },
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
