import { defineConfig } from '@playwright/test';

import type { EngineName } from './start-engine.ts';

const mouse = ['selection.spec.ts', 'tabs.spec.ts', 'middle-button.spec.ts'];

/** The main tasks in every engine; Playwright runs the tests, engine.ts says who drives which browser. */
export default defineConfig<object, { engine: EngineName }>({
  testDir: '.',
  outputDir: '../../test-results/engines',
  // One an engine, so that each starts one product and one browser.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../.cache/reports/engines.json' }]],
  projects: [
    { name: 'Firefox', workers: 1, use: { engine: 'firefox' } },
    // Its driver lets go of the main button, whichever was pressed.
    { name: 'WebKit', workers: 1, use: { engine: 'webkit' }, testIgnore: 'middle-button.spec.ts' },
    // A finger selects no text by dragging and opens no tabs.
    { name: 'Chromium, phone', workers: 1, use: { engine: 'phone' }, testIgnore: mouse },
    // What only a mouse does; the rest is proved in this browser by the tests beside this folder.
    { name: 'Chromium', workers: 1, use: { engine: 'chromium' }, testMatch: mouse },
  ],
});
