import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Chromium's flags: none of its own traffic, and no sandbox where root may not have one. */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Where a Chromium is: `CHROMIUM_PATH`, else a system Chromium or Chrome, else Playwright's own, else one that is installed now
 * (Playwright's download; Debian's package where that fails and the user is root). Throws one sentence when there is none.
 */
export function findBrowser(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which is not an executable file.`);
  }
  const found = systemBrowser() ?? ownBrowser() ?? downloaded() ?? fromDebian();
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium: install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** One may be there and not run: Playwright's without the libraries it needs, or a stub that only names another package. */
function runs(path: string): boolean {
  return isExecutable(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}

function systemBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return systemNames.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs);
}

function ownBrowser(): string | undefined {
  const path = chromium.executablePath();
  return runs(path) ? path : undefined;
}

function downloaded(): string | undefined {
  console.log('No Chromium found: trying to download one for Playwright.');
  const { status } = spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' });
  return status === 0 ? ownBrowser() : undefined;
}

function fromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('That did not bring one that runs: installing Debian’s chromium package.');
  const options = {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const;
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
      options,
    );
  } catch {
    return undefined;
  }
  return systemBrowser();
}
