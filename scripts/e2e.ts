import { spawnSync } from 'node:child_process';

import { findShell } from '#e2e/browser.ts';

/**
 * `npm run e2e -- …`: finds a browser, builds once, and runs Playwright with the given arguments.
 */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

try {
  const env = { ...process.env, CHROMIUM_PATH: findShell() };
  run('node', ['scripts/build.ts'], env);
  run(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
    env,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
