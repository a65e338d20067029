import {
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test';
import type { Result } from 'axe-core';

import type { Control } from '#server/testing/upstream-stand-in/control.ts';

import { findViolations } from './axe.ts';
import { translateInBrowser } from './browser-translation.ts';
import { type InFront, type ProductInFront, startInFront } from './existing-service.ts';
import { interfaceClientOf } from './interface-client.ts';
import type { Behind } from './prepared-data.ts';
import { startProduct, type Product } from './product.ts';
import { startUnreliableProxy, type UnreliableProxy } from './unreliable-proxy.ts';

/** The demo accounts by role. */
export const people = {
  broker: 'broker@harbour.test',
  admin: 'admin@harbour.test',
  otherBroker: 'broker@summit.test',
  otherAdmin: 'admin@summit.test',
  support: 'support@portal.test',
} as const;
export const demoPassword = 'demo-portal';
/** The key of the operator in demo mode. */
export const demoOperatorKey = 'pok_demo-portal';

/** What the tests of one worker share. */
export interface WorkerFixtures {
  behind: Behind;
  /** How the portal is set up in front of an existing service. */
  inFront: InFront;
  /** The settings of the product on its own records. */
  settings: Readonly<Record<string, string>>;
  product: Product | ProductInFront;
}

/** What each test has. */
export interface Fixtures {
  /** Console messages expected in this test; any other fails the test. */
  expectedNoise: RegExp;
  /** Whether the browser translates every page, as Chrome and Edge do on request. */
  translated: boolean;
  /**
   * Controls the existing service behind the portal. Its normal behaviour is restored after the
   * test.
   */
  existing: Control;
  /** An unreliable network in front of the product, at a URL of its own. */
  network: UnreliableProxy;
  /**
   * Signs in as one of {@link people}, opens a path, by default the leads, as support the deals,
   * and returns the page.
   */
  signedIn: (person: keyof typeof people, path?: string) => Promise<Page>;
  /**
   * Opens another browser, with a session of this person or of nobody, and returns its page. It is
   * closed after the test.
   */
  elsewhere: (person?: keyof typeof people, options?: BrowserContextOptions) => Promise<Page>;
  /**
   * Returns a function that counts the leads of the user signed in on the page, without using the
   * page.
   */
  leadCounter: (page: Page) => Promise<() => Promise<number>>;
  /** Whether {@link Fixtures.accessible} checks the dark colour scheme too. */
  checksDark: boolean;
  /** Fails if axe finds a violation on the current page, in the light or the dark colour scheme. */
  accessible: () => Promise<void>;
}

/**
 * Tests run against the product as `npm start` starts it. Unexpected console messages, including
 * policy violations, fail a test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  behind: ['own records', { option: true, scope: 'worker' }],
  inFront: [{}, { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ behind, inFront, settings }, use) => {
      const product =
        behind === 'own records'
          ? await startProduct(settings)
          : await startInFront(demoPassword, inFront);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  expectedNoise: [/^$/, { option: true }],
  translated: [false, { option: true }],
  checksDark: [true, { option: true }],
  context: async ({ context, translated }, use) => {
    if (translated) await context.addInitScript(translateInBrowser);
    await use(context);
  },
  page: async ({ page, expectedNoise }, use) => {
    waitAfterOpening(page);
    const noise: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) noise.push(message.text());
    });
    page.on('pageerror', (error) => noise.push(String(error)));
    takeFileChoosers(page);
    await use(page);
    expect(noise.filter((line) => !expectedNoise.test(line))).toEqual([]);
  },
  existing: async ({ product }, use) => {
    if (!('existing' in product))
      throw new Error('There is no existing service behind the portal.');
    await use(product.existing.control);
    await product.existing.control.clearFailures();
  },
  network: async ({ product }, use) => {
    const proxy = await startUnreliableProxy(product.url);
    await use(proxy);
    await proxy.stop();
  },
  signedIn: async ({ page, product }, use) => {
    await use(async (person, path) => {
      await signIn(page, person, product.url, path);
      return page;
    });
  },
  elsewhere: async ({ browser, product }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person, options) => {
      const context = await browser.newContext({ baseURL: product.url, ...options });
      contexts.push(context);
      const page = await context.newPage();
      waitAfterOpening(page);
      takeFileChoosers(page);
      if (person) await openSession(page, person, product.url);
      return page;
    });
    for (const context of contexts) await context.close();
  },
  leadCounter: async ({ product }, use) => {
    await use(async (page) => {
      if ('existing' in product) return async () => (await product.existing.control.leads()).length;
      const client = await interfaceClientOf(page, product.url);
      return async () => Number((await client.listLeads(1, 1)).headers.get('x-total-count'));
    });
  },
  accessible: async ({ page, checksDark }, use) => {
    await use(async () => {
      await drawIn(page, 'light');
      const links = page.locator('a').filter({ visible: true });
      const withoutBox = await links.evaluateAll((all) =>
        all.filter((link) => link.getClientRects()[0]?.height === 0).map((link) => link.outerHTML),
      );
      expect(withoutBox, `the first box of each link has a size, ${page.url()}`).toEqual([]);
      expectNone(await findViolations(page), `${page.url()}, light`);
      if (!checksDark) return;
      // Only the colours differ in the dark scheme.
      await drawIn(page, 'dark');
      const runOnly = ['color-contrast', 'link-in-text-block'];
      expectNone(await findViolations(page, { runOnly }), `${page.url()}, dark`);
    });
  },
});

/**
 * Opens a session of the page's own by request and a path of the product at this URL, by default
 * the leads; as support, the deals. `signInByForm` signs in as a person does.
 */
export async function signIn(
  page: Page,
  person: keyof typeof people,
  url: string,
  path = person === 'support' ? '/deals' : '/leads',
): Promise<void> {
  await openSession(page, person, url);
  await page.goto(url + path);
  await untilHydrated(page);
}

/**
 * Lets a page opened or loaded again by its address be used only once it is hydrated, unless a test
 * wants to see what comes before (`waitUntil`).
 */
function waitAfterOpening(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil === undefined) await untilHydrated(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await untilHydrated(page);
    return response;
  };
}

/**
 * Playwright takes file choosers over while there is a listener. Added just before the press, it
 * can come too late on a busy machine.
 */
const takeFileChoosers = (page: Page) => page.on('filechooser', () => {});

/** Waits until a server-rendered page is hydrated, which replaces its elements. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.earlyInput === undefined);
}

/** Opens a session of the page's own by request. */
export async function openSession(
  page: Page,
  person: keyof typeof people,
  url: string,
): Promise<void> {
  const data = { email: people[person], password: demoPassword };
  const response = await page.request.post(`${url}/portal/session`, { data });
  expect(response.status()).toBe(200);
}

/**
 * Sets the page's colour scheme and waits until it is painted, since axe would otherwise check a
 * mix of both schemes.
 */
async function drawIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
    colorScheme,
  );
  await page.evaluate(
    () =>
      new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(drawn));
      }),
  );
}

function expectNone(violations: readonly Result[], where: string): void {
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${String(node.target)} (${node.failureSummary})`).join(' | ')}`,
  );
  expect(found, where).toEqual([]);
}

export { expect };
