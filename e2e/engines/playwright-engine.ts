import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

import { type Engine, fileInput, type Press, type RunningBrowser } from './engine.ts';

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
  const { mouse, keyboard, touchscreen } = page;
  const noise: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(String(error)));
  return {
    goto: async (url) => void (await page.goto(url)),
    run: (body, args = []) =>
      page.evaluate(`(function () { ${body} }).apply(window, ${JSON.stringify(args)})`),
    press: async ({ x, y }, { button = 'left', control = false }: Press = {}) => {
      if (hasTouch) return touchscreen.tap(x, y);
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
    upload: (paths) => page.setInputFiles(fileInput, [...paths]),
    tabs: async () => page.context().pages().length,
    screenshot: async (path) => void (await page.screenshot({ path })),
    noise: () => noise,
    close: () => page.context().close(),
  };
}
