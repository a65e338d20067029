import { defineConfig } from '@playwright/test';

import chromium from './playwright.config.ts';
import type { Behind } from './prepared-data.ts';

/**
 * The browser tests of `npm run test:release` alone: every width and size, axe in every state,
 * large and damaged files, proxies, a pooler and a virus scanner; and the stories of `npm test` on
 * pages that the browser translates.
 */
export default defineConfig<{ translated: boolean }, { behind: Behind }>({
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
    // See src/lib/translated-texts.ts.
    {
      name: 'translated',
      use: { behind: 'own records', translated: true },
      testIgnore: [
        /\/e2e\/(?:merge|release|engines)\//,
        // Without a page; and one that is translated in any case.
        /\/(?:built-scripts|interface|translated-page)\.spec\.ts$/,
      ],
    },
  ],
});
