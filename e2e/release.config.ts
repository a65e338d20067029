import { defineConfig } from '@playwright/test';

import type { EngineName } from './engines/start-engine.ts';
import chromium from './playwright.config.ts';
import type { Behind } from './prepared-data.ts';

/** What is not a main story of merge.config.ts, in an engine. */
const inEngine = { testDir: 'engines/release', workers: 1 };

/**
 * The browser tests of `npm run test:release` alone: every width and size, axe in every state,
 * large and damaged files, proxies, a pooler and a virus scanner; what a mouse does and a large
 * file in every engine; and the stories of `npm test` on pages that the browser translates.
 */
export default defineConfig<{ translated: boolean }, { behind: Behind; engine: EngineName }>({
  ...chromium,
  outputDir: '../test-results/release',
  projects: [
    { name: 'own records', use: { behind: 'own records' }, testMatch: /\/e2e\/release\// },
    {
      name: 'an existing service',
      use: { behind: 'an existing service' },
      testMatch: /\/e2e\/release\//,
      grep: /@in-front/,
    },
    { name: 'Firefox', ...inEngine, use: { engine: 'firefox' } },
    // WebKit's driver releases the main button, whichever was pressed.
    {
      name: 'WebKit',
      ...inEngine,
      use: { engine: 'webkit' },
      testIgnore: 'middle-button.spec.ts',
    },
    // Other tests of this run have a large file in this browser.
    {
      name: 'Chromium',
      ...inEngine,
      use: { engine: 'chromium' },
      testIgnore: 'large-file.spec.ts',
    },
    // A touch screen can't select text by dragging or open tabs.
    {
      name: 'Chromium, phone',
      ...inEngine,
      use: { engine: 'phone' },
      testMatch: 'large-file.spec.ts',
    },
    // See src/lib/translated-texts.ts.
    {
      name: 'translated',
      use: { behind: 'own records', translated: true },
      testIgnore: [
        /\/e2e\/(?:merge|release|engines)\//,
        // Without a page.
        /\/(?:built-scripts|interface)\.spec\.ts$/,
      ],
    },
  ],
});
