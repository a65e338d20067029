import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

import { type Engine, fileInput, type Point, type RunningBrowser } from './engine.ts';
import { pageOperations } from './page-engine.ts';

/** Drives a browser with Playwright: Chromium, or Playwright’s own builds of the others. */
export function byPlaywright(browser: Browser, options: BrowserContextOptions): RunningBrowser {
  return {
    session: async () => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      return engineOf(page, options.hasTouch ?? false);
    },
    close: () => browser.close(),
  };
}

function engineOf(page: Page, hasTouch: boolean): Engine {
  const noise: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(String(error)));
  return {
    ...pageOperations(page, noise),
    ...(hasTouch && { press: ({ x, y }: Point) => page.touchscreen.tap(x, y) }),
    upload: (paths) => page.setInputFiles(fileInput, [...paths]),
    tabs: async () => page.context().pages().length,
    close: () => page.context().close(),
  };
}
