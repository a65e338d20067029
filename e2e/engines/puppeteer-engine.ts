import type { Browser, BrowserContext, Page, Viewport } from 'puppeteer-core';

import { type Engine, fileInput, type Press, type RunningBrowser } from './engine.ts';

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
  const { mouse, keyboard } = page;
  const noise: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(String(error)));
  return {
    goto: async (url) => void (await page.goto(url)),
    run: (body, args = []) =>
      page.evaluate(`(function () { ${body} }).apply(window, ${JSON.stringify(args)})`),
    press: async ({ x, y }, { button = 'left', control = false }: Press = {}) => {
      if (control) await keyboard.down('Control');
      await mouse.click(x, y, { button });
      if (control) await keyboard.up('Control');
    },
    drag: async (from, to) => {
      await mouse.move(from.x, from.y);
      await mouse.down();
      await mouse.move(to.x, to.y, { steps: 5 });
      await mouse.up();
    },
    type: (text) => keyboard.type(text),
    key: (key) => keyboard.press(key),
    upload: async (paths) => {
      using input = await page.$<'input'>(fileInput as 'input');
      if (input === null) throw new Error(`There is no ${fileInput} on the page.`);
      await (input as unknown as { uploadFile(...files: string[]): Promise<void> }).uploadFile(
        ...paths,
      );
    },
    tabs: async () => (await context.pages()).length,
    screenshot: async (path) => void (await page.screenshot({ path })),
    noise: () => noise,
    close: () => context.close(),
  };
}
