import { expect, test as base } from '@playwright/test';

import { demoPassword, people } from '#e2e/fixtures.ts';
import { startProduct, type Product } from '#e2e/product.ts';

import type { Point, Press, RunningBrowser } from './engine.ts';
import { label, role, type Screen, screenOf } from './screen.ts';
import { startEngine, type EngineName } from './start-engine.ts';

interface WorkerFixtures {
  engine: EngineName;
  running: { readonly browser: RunningBrowser; readonly product: Product };
}

interface Fixtures {
  /**
   * Console messages expected in this test; any other fails the test, if the engine reports them.
   */
  expectedNoise: RegExp;
  portal: Screen;
  /**
   * Signs in as one of {@link people}, opens the leads, as support the deals, and returns the page.
   */
  signedIn: (person: keyof typeof people) => Promise<Screen>;
}

/**
 * The same tasks in every engine, against the product as `npm start` starts it. Unexpected console
 * messages fail a test, if the engine reports them.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  running: [
    async ({ engine }, use) => {
      const [browser, product] = await Promise.all([startEngine(engine), startProduct()]);
      await use({ browser, product });
      await Promise.all([browser.close(), product.stop()]);
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  expectedNoise: [/^$/, { option: true }],
  portal: async ({ running: { browser, product }, expectedNoise }, use, info) => {
    const session = await browser.session();
    await use(screenOf(session, product.url));
    if (info.status !== info.expectedStatus)
      await session.screenshot(`${info.outputPath('end')}.png`);
    const noise = session.noise().filter((line) => !expectedNoise.test(line));
    await session.close();
    expect(noise).toEqual([]);
  },
  signedIn: async ({ portal }, use) => {
    await use(async (person) => {
      await portal.goto('/sign-in');
      await portal.fill(label('Email'), people[person]);
      await portal.fill(label('Password'), demoPassword);
      await portal.press(role('button', 'Sign in'));
      await portal.shows(role('heading', /^Good /));
      await portal.goto(person === 'support' ? '/deals' : '/leads');
      await portal.shows(role('heading', person === 'support' ? 'Deals' : 'Leads'));
      return portal;
    });
  },
});

/** Presses each point and expects that every press opens one more tab while the page stays. */
export async function expectTabs(
  screen: Screen,
  points: readonly Point[],
  how: Press,
): Promise<void> {
  const path = await screen.path();
  for (const [index, at] of points.entries()) {
    await screen.engine.press(at, how);
    await expect.poll(() => screen.engine.tabs()).toBe(index + 2);
    expect(await screen.path()).toBe(path);
  }
}

/**
 * Presses the middle of each cell of a row and expects each to open the record of the row’s link.
 */
export async function expectRowOpens(screen: Screen, table: string, index: number): Promise<void> {
  const { cells, leadsTo } = await screen.row(table, index);
  const list = await screen.path();
  for (const [column, { head }] of cells.entries()) {
    const at = (await screen.row(table, index)).cells[column];
    if (at === undefined) throw new Error(`Row ${index} of ${table} has no cell ${head} now.`);
    await screen.engine.press(at);
    await expect.poll(screen.path, `${table}, row ${index}, ${head}`).toBe(leadsTo);
    await screen.back();
    await expect.poll(screen.path).toBe(list);
  }
}

export { expect };
