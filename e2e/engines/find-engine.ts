import { firefox, webkit } from '@playwright/test';

import { installFromDebian, isExecutable, onPath, runs } from '#e2e/installed.ts';

/** A browser to run the tests in: the system’s, or Playwright’s own if installed. */
export type FoundEngine =
  | { readonly by: 'system'; readonly path: string }
  | { readonly by: 'playwright' };

/**
 * Returns a Firefox: the system’s, else Playwright’s own, else Debian’s package, installed now if
 * the user is root.
 * @throws Error with one sentence if there is none.
 */
export function findFirefox(): FoundEngine {
  const found = systemFirefox() ?? own(firefox.executablePath());
  if (found) return found;
  const installed = installFromDebian('firefox-esr') && systemFirefox();
  if (installed) return installed;
  throw new Error(
    'The tests in all engines need Firefox: install it, or run `npx playwright install --with-deps firefox`.',
  );
}

/**
 * Returns a WebKit, in the same order; the system’s is WebKitGTK’s driver, with a display and a
 * D-Bus session to run it.
 * @throws Error with one sentence if there is none.
 */
export function findWebKit(): FoundEngine {
  const found = systemWebKit() ?? own(webkit.executablePath());
  if (found) return found;
  const packages = ['webkit2gtk-driver', 'xvfb', 'xauth', 'dbus', 'fonts-dejavu-core'];
  const installed = installFromDebian(...packages) && systemWebKit();
  if (installed) return installed;
  throw new Error(
    'The tests in all engines need WebKit: install WebKitGTK’s driver, xvfb and dbus, or run `npx playwright install --with-deps webkit`.',
  );
}

function systemFirefox(): FoundEngine | undefined {
  return system(onPath(['firefox-esr', 'firefox']));
}

function systemWebKit(): FoundEngine | undefined {
  const stage = ['xvfb-run', 'xauth', 'dbus-run-session'];
  if (!stage.every((name) => onPath([name], isExecutable))) return undefined;
  return system(onPath(['WebKitWebDriver'], isExecutable));
}

function system(path: string | undefined): FoundEngine | undefined {
  return path === undefined ? undefined : { by: 'system', path };
}

function own(path: string): FoundEngine | undefined {
  return runs(path) ? { by: 'playwright' } : undefined;
}
