import { type Locator, type Page, test } from '@playwright/test';

import { expect, openSession, type people } from './fixtures.ts';
import type { UnreliableProxy } from './unreliable-proxy.ts';

/** Keys typed right after a press, faster than any person: `n`, `f` and `j` are shortcuts too. */
export const word = 'nefj';

/** Something that opens over a page, or in it. */
export interface Opening {
  readonly person: keyof typeof people;
  readonly path: string;
  /** The host of the page's address, where it matters. */
  readonly host?: 'localhost';
  /** Does what comes before the press. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly open: (page: Page) => Promise<unknown>;
  /** What has the focus from the press on: the first field, with the word if it is for text. */
  readonly field: (page: Page) => Locator;
  readonly isForText?: false;
  /** What still has to be visible after the keys, unless the focus shows that. */
  readonly shown?: (page: Page) => Locator;
}

const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

/** Waits until the shortcuts work: they are loaded after the page. */
export async function waitForShortcuts(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(help(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/**
 * Opens each of these by its name, in a page of one person after the other, while its parts are
 * held back, and types a word at once. Each page loads all its parts again.
 */
export async function expectTyped(
  page: Page,
  network: UnreliableProxy,
  openings: Readonly<Record<string, Opening>>,
): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const signedIn = new Set<string>();
  for (const [name, opening] of Object.entries(openings))
    await test.step(name, async () => {
      const { person, path, host } = opening;
      const url = host ? network.url.replace('127.0.0.1', host) : network.url;
      if (!signedIn.has(person + url)) await openSession(page, person, url);
      signedIn.add(person + url);
      await page.goto(url + path);
      await expectTypedHere(page, network, opening);
    });
}

async function expectTypedHere(
  page: Page,
  network: UnreliableProxy,
  opening: Opening,
): Promise<void> {
  const { prepare, open, field, isForText = true, shown } = opening;
  await waitForShortcuts(page);
  await prepare?.(page);
  // Parts that are not there yet come after the word, however fast the machine is.
  network.delayResponses('GET', '/assets/');
  await open(page);
  const address = page.url();
  await page.keyboard.type(word);
  network.release(Infinity);
  await expect(field(page)).toBeFocused();
  if (isForText) await expect(field(page)).toHaveValue(word);
  await page.keyboard.type('X');
  if (isForText) return expect(field(page)).toHaveValue(`${word}X`);
  // No key was a shortcut.
  await expect(field(page)).toBeFocused();
  if (shown) await expect(shown(page)).toBeVisible();
  return expect(page).toHaveURL(address);
}
