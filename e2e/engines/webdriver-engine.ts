import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';

import { Builder, Button, By, Key as Keys, type WebDriver } from 'selenium-webdriver';

import { type Engine, fileInput, type Key, type Point, type Press } from './engine.ts';

/** Opens a window in a browser driven by the WebDriver at a URL: WebKit as Debian packages it. */
export async function openWindow(
  url: string,
  size: { width: number; height: number },
): Promise<Engine> {
  const builder = new Builder().usingServer(url).forBrowser('MiniBrowser');
  // The driver closes connections that were idle, also while the next command is being sent.
  const driver = await builder.usingHttpAgent(new Agent({ keepAlive: false })).build();
  await driver
    .manage()
    .window()
    .setRect({ ...size, x: 0, y: 0 });
  return engineOf(driver);
}

const keys: Record<Key, string> = { Enter: Keys.RETURN, Escape: Keys.ESCAPE, Tab: Keys.TAB };
const buttons = { left: Button.LEFT, middle: Button.MIDDLE };

function engineOf(driver: WebDriver): Engine {
  const type = async (text: string) => driver.actions().sendKeys(text).perform();
  return {
    goto: async (url) => driver.get(url),
    run: async (body, args = []) => driver.executeScript(body, ...args),
    press: async (at, { button = 'left', control = false }: Press = {}) => {
      const actions = driver.actions();
      if (control) actions.keyDown(Keys.CONTROL);
      actions.move(moveTo(at)).press(buttons[button]).release(buttons[button]);
      if (control) actions.keyUp(Keys.CONTROL);
      await actions.perform();
    },
    drag: async (from, to) => {
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      const actions = driver.actions().move(moveTo(from)).press();
      await actions.move(moveTo(middle)).move(moveTo(to)).release().perform();
    },
    type,
    key: async (key) => type(keys[key]),
    upload: async (paths) => driver.findElement(By.css(fileInput)).sendKeys(paths.join('\n')),
    tabs: async () => (await driver.getAllWindowHandles()).length,
    screenshot: async (path) =>
      writeFile(path, Buffer.from(await driver.takeScreenshot(), 'base64')),
    // WebDriver doesn't report console messages.
    noise: () => [],
    close: async () => driver.quit(),
  };
}

const moveTo = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y), duration: 0 });
