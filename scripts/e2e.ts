import { spawnSync } from 'node:child_process';

import { findShell } from '#e2e/browser.ts';

/** `npm run e2e -- …`: finds a browser, and runs Playwright with the given arguments. */
try {
  const env = { ...process.env, CHROMIUM_PATH: findShell() };
  const args = ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)];
  const { status } = spawnSync('playwright', args, { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
