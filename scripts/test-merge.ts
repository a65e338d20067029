import { findBrowser } from '#e2e/browser.ts';
import { findFirefox, findWebKit } from '#e2e/engines/find-engine.ts';

import { TestRun } from './test-run.ts';

/**
 * `npm run test:merge`: what a change must not break once it is merged: killed processes, both
 * databases where they differ, an update from the version before, more stories in Chromium, and the
 * main ones in Firefox, WebKit and on a phone. Finds or installs the engines. Arguments are parts
 * of paths: only files that have one run. The last line is the sum of what ran.
 */
const parts = process.argv.slice(2);
const run = new TestRun();
// One of the two may have no file of these names; if neither has, nothing passed.
const mayBeNone = parts.length > 0;
await run.vitest('service', mayBeNone ? ['--passWithNoTests', ...parts] : [], { TESTS: 'merge' });
await run.playwright(
  'browsers',
  ['--config', 'e2e/merge.config.ts', ...(mayBeNone ? ['--pass-with-no-tests'] : []), ...parts],
  () => {
    findFirefox();
    findWebKit();
    return { CHROMIUM_PATH: findBrowser() };
  },
);
run.conclude();
