import { spawnSync } from 'node:child_process';

import { chromium } from '@playwright/test';

import { installFromDebian, isExecutable, onPath, runs } from './installed.ts';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Chromium's flags: no background traffic of its own, and no sandbox when run by root, who can't
 * have one.
 */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Features of Chromium that tests switch off: those that Playwright switches off, whose list this
 * one replaces, and the panels below the address bar, two hidden pages per window that take half a
 * second of processor time.
 */
const featuresOff = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** The flags of tests: also without a graphics processor, which would be emulated. */
export const testFlags = [
  ...browserFlags,
  '--disable-gpu',
  `--disable-features=${featuresOff.join()}`,
];

/**
 * Returns the path of a Chromium: `CHROMIUM_PATH`, else a system Chromium or Chrome, else
 * Playwright's own, else one installed now (Playwright's download; if that fails and the user is
 * root, Debian's package).
 * @throws Error with one sentence if there is none.
 */
export function findBrowser(): string {
  const found =
    named() ?? onPath(systemNames) ?? ownBrowser() ?? downloaded() ?? fromDebian('chromium');
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium: install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
}

/**
 * Returns the path of Chromium's headless shell, which takes a quarter less processor time: it
 * draws no window around a page. Else Debian's package of it, installed now if the user is root;
 * else a whole Chromium. Only the latter has the viewer of PDFs.
 */
export function findShell(): string {
  return named() ?? onPath([shell]) ?? fromDebian(shell) ?? findBrowser();
}

const shell = 'chromium-headless-shell';

function named(): string | undefined {
  const path = process.env['CHROMIUM_PATH'];
  if (!path || isExecutable(path)) return path;
  throw new Error(`CHROMIUM_PATH names ${path}, which is not an executable file.`);
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

function fromDebian(name: string): string | undefined {
  return installFromDebian(name) ? onPath([name]) : undefined;
}
