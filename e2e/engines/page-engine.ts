import type { Engine, Key, Press } from './engine.ts';

/** What the pages of Playwright and Puppeteer have in common. */
interface DrivenPage {
  readonly mouse: {
    click(x: number, y: number, options: { button: 'left' | 'middle' }): Promise<void>;
    move(x: number, y: number, options?: { steps: number }): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
  readonly keyboard: {
    down(key: 'Control'): Promise<void>;
    up(key: 'Control'): Promise<void>;
    press(key: Key): Promise<void>;
    type(text: string): Promise<void>;
  };
  goto(url: string): Promise<unknown>;
  evaluate(script: string): Promise<unknown>;
  screenshot(options: { path: `${string}.png` }): Promise<unknown>;
}

/** The operations that are the same with Playwright and Puppeteer. */
type PageOperations = Omit<Engine, 'upload' | 'tabs' | 'close'>;

/** Returns the operations of a page. The driver adds the page's messages to `noise`. */
export function pageOperations(page: DrivenPage, noise: readonly string[]): PageOperations {
  const { mouse, keyboard } = page;
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
    screenshot: async (path) => void (await page.screenshot({ path })),
    noise: () => noise,
  };
}
