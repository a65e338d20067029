import { expect, type Page } from '@playwright/test';

import { untilHydrated } from '#e2e/fixtures.ts';

declare global {
  /** The sum of the layout shifts. */
  var shifts: number;
  /** There until the page is hydrated (src/hydration/boot/early-input.ts). */
  var earlyInput: object | undefined;
}

/** Holds requests back until the returned function is called. */
export async function hold(page: Page, requests: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(requests, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
export const scripts = '**/assets/*.js';

/**
 * Opens a list, or the home page, whose scripts are held back; again, if the service was too busy
 * to read it within its second. Returns the requests for it that the page sends.
 */
export async function openServerRendered(page: Page, path: string): Promise<readonly string[]> {
  let sent: string[] = [];
  page.on('request', (request) => {
    if (/\/portal\/(leads|deals|home)\?/.test(request.url())) sent.push(request.url());
  });
  await expect(async () => {
    sent = [];
    await page.goto(path, { waitUntil: 'commit' });
    const row = page.locator('tbody th a, [data-todo]').first();
    await expect(row).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.waitForFunction(() => globalThis.earlyInput !== undefined);
  return sent;
}

/**
 * Returns the positions and texts of the page’s visible elements, except those that time changes. A
 * slow service sends the outline of the page first, which the page then hides.
 */
async function look(page: Page): Promise<string[]> {
  const steady =
    '#main :is(h1, h2, h3, button, input, tr, th, td:not([data-card="mark"], [data-card="time"]), [data-todo])';
  const seen = await page.locator(`${steady}:visible`).evaluateAll((all) =>
    all.map((element) => {
      // Only the browser knows whether it may show notices.
      if (element.textContent === 'Notify me') return '';
      const { x, y, width, height } = element.getBoundingClientRect();
      const isSteady = !/TR|LI/.test(element.tagName) && element.querySelector('time') === null;
      const text = isSteady ? element.textContent : '';
      return [element.tagName, text, ...[x, y, width, height].map(Math.round)].join(' ');
    }),
  );
  return seen.filter((text) => text !== '');
}

/** Runs in the page: adds up the layout shifts. */
export function recordShifts() {
  globalThis.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      globalThis.shifts += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Opens a list, or the home page, whose scripts come late. Expects that it is rendered before them
 * and stays as it was once it is hydrated.
 */
export async function expectSteady(page: Page, path: string): Promise<void> {
  const continueScripts = await hold(page, scripts);
  // Loaded later: the number beside Home.
  const continueRequests = await hold(page, '**/portal/**');
  await page.addInitScript(recordShifts);
  const sent = await openServerRendered(page, path);
  const serverRendered = await look(page);

  continueScripts();
  await untilHydrated(page);
  expect(await look(page)).toEqual(serverRendered);
  expect(await page.evaluate(() => globalThis.shifts)).toBeLessThan(0.005);
  // The next page may be prefetched.
  expect(sent.filter((url) => /page=1&|home/.test(url))).toEqual([]);
  continueRequests();
}
