import { firefox, webkit } from '@playwright/test';

import { installFromDebian, isExecutable, onPath, runs } from '#e2e/installed.ts';

/** A browser to prove the tasks in: the system’s, or Playwright’s own where that is installed. */
export type FoundEngine =
  | { readonly by: 'system'; readonly path: string }
  | { readonly by: 'playwright' };

/**
 * Where a Firefox is: the system’s, else Playwright’s own, else Debian’s package, which is installed now where the user is root.
 * Throws one sentence when there is none.
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

/** Where a WebKit is, in the same order: WebKitGTK’s driver with a display and a bus to run it on. Throws like {@link findFirefox}. */
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
