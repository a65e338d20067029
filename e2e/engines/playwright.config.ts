import { defineConfig } from '@playwright/test';

import type { EngineName } from './start-engine.ts';

const mouse = ['selection.spec.ts', 'tabs.spec.ts', 'middle-button.spec.ts'];

/**
 * Runs the main tasks in every engine. Playwright is the test runner; start-engine.ts chooses what
 * drives each browser.
 */
export default defineConfig<object, { engine: EngineName }>({
  testDir: '.',
  outputDir: '../../test-results/engines',
  // One per engine, so that each engine starts one product and one browser.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../.cache/reports/engines.json' }]],
  projects: [
    { name: 'Firefox', workers: 1, use: { engine: 'firefox' } },
    // WebKit's driver releases the main button, whichever was pressed.
    { name: 'WebKit', workers: 1, use: { engine: 'webkit' }, testIgnore: 'middle-button.spec.ts' },
    // A touch screen can't select text by dragging or open tabs.
    { name: 'Chromium, phone', workers: 1, use: { engine: 'phone' }, testIgnore: mouse },
    // Only the tests that need a mouse: the tests in the parent folder cover the rest in this
    // browser.
    { name: 'Chromium', workers: 1, use: { engine: 'chromium' }, testMatch: mouse },
  ],
});
