import { findShell } from '#e2e/browser.ts';

import { TestRun } from './test-run.ts';

/**
 * `npm test`: what no change may break, on any machine: types, lint and format; the unit and
 * service tests; what each role does in Chromium. test-merge.ts and test-release.ts run the rest.
 * The last line is the sum of what ran.
 */
const run = new TestRun();
// Beside each other: most of the first uses one core.
await Promise.all(
  ['types', 'lint', 'format:check'].map(async (script) =>
    run.check(script, ['npm', 'run', '--silent', script]),
  ),
);
await run.vitest('unit', []);
await run.playwright('e2e', ['--config', 'e2e/playwright.config.ts'], () => ({
  CHROMIUM_PATH: findShell(),
}));
run.conclude();
