import { type Browser, chromium, type Page } from '@playwright/test';

import { browserFlags, findBrowser } from '#e2e/browser.ts';

/** What carries the signed-in person's cookie. */
interface Signed {
  readonly session: { readonly name: string; readonly value: string };
}

/** A Chromium whose pages are signed in. */
export interface SignedInBrowser {
  /** A page with a cache of its own, empty; its addresses are below `origin`. */
  newPage(origin: string): Promise<Page>;
  readonly browser: Browser;
  close(): Promise<void>;
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

/** Waits for the 20 rows of a page of leads, loading ones aside. */
export async function rowsShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('tbody tr')];
    return rows.length === 20 && rows.every((row) => row.textContent !== '');
  });
}
