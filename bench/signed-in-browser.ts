import { type Browser, chromium, type Page } from '@playwright/test';

import { browserFlags, findBrowser } from '#e2e/browser.ts';

/** Anything with the signed-in user's cookie. */
interface Signed {
  readonly session: { readonly name: string; readonly value: string };
}

/** A Chromium whose pages are signed in. */
export interface SignedInBrowser {
  /** Opens a page with an empty cache of its own; its relative URLs start at `origin`. */
  readonly newPage: (origin: string) => Promise<Page>;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

export async function openBrowser({ session }: Signed): Promise<SignedInBrowser> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  return {
    newPage: async (origin) => {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width: 1440, height: 900 },
        locale: 'en-AU',
      });
      await context.addCookies([{ ...session, url: origin }]);
      return context.newPage();
    },
    browser,
    close: async () => browser.close(),
  };
}

/** Waits for the 20 rows of a page of leads, not counting placeholders. */
export async function rowsShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('tbody tr')];
    return rows.length === 20 && rows.every((row) => row.textContent !== '');
  });
}
