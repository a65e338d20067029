import type { Page } from '@playwright/test';

import { expect, takenOver, test } from './fixtures.ts';

declare global {
  /** The sum of the layout shifts. */
  var shifts: number;
  /** There while the portal has not rendered (src/api/early-acts.ts). */
  var earlyActs: object | undefined;
}

/** Holds requests back until the returned function is called. */
async function hold(page: Page, requests: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(requests, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
const scripts = '**/assets/*.js';

/** Returns the requests for lists that the page sends. */
function listRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/v1\/(lead|deal)\?/.test(request.url())) sent.push(request.url());
  });
  return sent;
}

/** Returns where the elements of the page are, and what they say, but for what the time changes. */
async function look(page: Page): Promise<string[]> {
  const steady =
    '#main :is(h1, button, input, tr, th, td:not([data-card="mark"], [data-card="time"]))';
  return page.locator(steady).evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const isSteady = element.tagName !== 'TR' && element.querySelector('time') === null;
      const text = isSteady ? element.textContent : '';
      return [element.tagName, text, ...[x, y, width, height].map(Math.round)].join(' ');
    }),
  );
}

/** Runs in the page: adds up the layout shifts. */
function noteShifts() {
  globalThis.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      globalThis.shifts += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

for (const [path, scheme, width] of [
  ['/leads', 'light', 1440],
  ['/leads', 'dark', 390],
  ['/deals', 'light', 1440],
] as const)
  test(`${path} is there before its scripts, and stays as it is, ${width} px`, async ({
    signedIn,
  }) => {
    const page = await signedIn('broker');
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    const continueScripts = await hold(page, scripts);
    // What comes later: what waits, what is unread.
    const continueRequests = await hold(page, '**/portal/**');
    const sent = listRequests(page);
    await page.addInitScript(noteShifts);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('tbody th a').first()).toBeVisible();
    await page.waitForFunction(() => globalThis.earlyActs !== undefined);
    const drawn = await look(page);

    continueScripts();
    await takenOver(page);
    expect(await look(page)).toEqual(drawn);
    expect(await page.evaluate(() => globalThis.shifts)).toBeLessThan(0.005);
    // The next page may be prefetched.
    expect(sent.filter((url) => url.includes('page=1&'))).toEqual([]);
    continueRequests();
  });

test('a list is accessible before its scripts', async ({ signedIn, accessible }) => {
  const page = await signedIn('broker');
  await hold(page, scripts);
  await page.goto('/leads', { waitUntil: 'commit' });
  await expect(page.locator('tbody th a').first()).toBeVisible();
  await accessible();
});

test('the home page has its frame before its scripts, and what comes moves nothing', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('broker');
  const continueScripts = await hold(page, scripts);
  await page.addInitScript(noteShifts);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await accessible();
  continueScripts();
  await takenOver(page);
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { name: /^Waiting on you/ })).toBeVisible();
  // What comes last.
  await expect(page.getByRole('link', { name: /^Home.* waiting$/ })).toBeVisible();
  expect(await page.evaluate(() => globalThis.shifts)).toBeLessThan(0.005);
});

test('what is pressed or typed before the scripts are there is not lost', async ({ signedIn }) => {
  const page = await signedIn('broker');
  const open = async (act: () => Promise<void>) => {
    const continueScripts = await hold(page, scripts);
    await page.goto('/leads', { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.earlyActs !== undefined);
    await act();
    continueScripts();
  };
  const search = page.getByRole('searchbox', { name: 'Search leads' });
  await open(async () => search.pressSequentially('nobody at all'));
  await expect(page).toHaveURL(/q=nobody/);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('nobody at all');

  // A row where it is no link.
  await open(async () => page.locator('tbody td[data-card="figure"]').first().click());
  await expect(page).toHaveURL(/\/leads\/\w+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // Pressed on the drawn page, and released on the rendered one.
  const next = page.getByRole('button', { name: 'Next page' });
  await open(async () => {
    await next.hover();
    await page.mouse.down();
  });
  await takenOver(page);
  await page.mouse.up();
  await expect(page).toHaveURL(/page=2/);

  await open(async () => page.getByRole('button', { name: 'Search', exact: true }).click());
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();

  await open(async () => page.getByRole('link', { name: 'New lead' }).click());
  await expect(page.getByRole('textbox', { name: /First name/ })).toBeVisible();
});

test.describe('a session that ends', () => {
  test.use({ expectedNoise: /status of 401/ });
  test('no cache has anything of the person, and an ended session leads to sign-in', async ({
    signedIn,
  }) => {
    const page = await signedIn('broker');
    const response = await page.goto('/leads');
    expect(response?.headers()).toMatchObject({
      'cache-control': 'no-store',
      vary: 'cookie, accept-encoding',
    });
    await takenOver(page);
    const name = await page.locator('tbody th a').first().innerText();
    const stored = await page.evaluate(async () => [
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      (await caches.keys()).join(),
      document.cookie,
    ]);
    expect(stored.join()).not.toContain(name);
    expect(stored[1]).toBe('');
    expect(stored[2]).toMatch(/^portal-time-zone=\S+$/);

    const cookies = await page.context().cookies();
    const session = cookies.find((cookie) => cookie.name === 'portal-session')!;
    for (const value of ['ended', undefined]) {
      await page.context().clearCookies({ name: 'portal-session' });
      if (value !== undefined) await page.context().addCookies([{ ...session, value }]);
      await page.goto('/leads');
      await expect(page).toHaveURL(/\/sign-in/);
    }
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
});
