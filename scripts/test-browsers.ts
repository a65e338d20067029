import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

import { findBrowser } from '#e2e/browser.ts';
import { findClamd } from '#e2e/clamd.ts';
import { findFirefox, findWebKit } from '#e2e/engines/find-engine.ts';

import { playwrightSum } from './playwright-sum.ts';

/**
 * `npm run test:browsers`: the second run of browser tests, all that `npm test` leaves out: the
 * main tasks in Firefox, WebKit and as on a phone, what takes long by its nature, and in front of
 * an existing service what differs there. Finds or installs the engines and ClamAV, and
 * prints the sum at the end. A run without a report ends with an error.
 */
const report = '.cache/reports/browsers.json';

try {
  const env = { ...process.env, CHROMIUM_PATH: findBrowser() };
  findFirefox();
  findWebKit();
  findClamd();
  rmSync(report, { force: true });
  const config = ['--config', 'e2e/browsers.config.ts'];
  const { status } = spawnSync('playwright', ['test', ...config, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env,
  });
  const { passed, failed } = playwrightSum(report);
  const failures = status === 0 && passed > 0 ? failed : Math.max(failed, 1);
  process.exitCode = failures === 0 ? 0 : 1;
  console.log(`\n${passed} passed, ${failures} failed`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
