import type { Browser, BrowserContext, Page, Viewport } from 'puppeteer-core';

import { type Engine, fileInput, type RunningBrowser } from './engine.ts';
import { pageOperations } from './page-engine.ts';

/** Drives a browser with Puppeteer: the system’s Firefox, by WebDriver BiDi. */
export function byPuppeteer(browser: Browser, viewport: Viewport): RunningBrowser {
  return {
    session: async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(viewport);
      return engineOf(page, context);
    },
    close: () => browser.close(),
  };
}

function engineOf(page: Page, context: BrowserContext): Engine {
  const noise: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(String(error)));
  return {
    ...pageOperations(page, noise),
    upload: async (paths) => {
      using input = await page.$<'input'>(fileInput as 'input');
      if (input === null) throw new Error(`There is no ${fileInput} on the page.`);
      await (input as unknown as { uploadFile(...files: string[]): Promise<void> }).uploadFile(
        ...paths,
      );
    },
    tabs: async () => (await context.pages()).length,
    close: () => context.close(),
  };
}
