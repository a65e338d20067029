import type { BrowserContext, Page } from '@playwright/test';

import { expect, signIn, test } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { startKillableService } from '#e2e/killable-service.ts';
import { leadIdAt, updateElsewhere } from '#e2e/screens/leads-list.ts';

/** Far more than the second that a change takes, on a busy machine. */
const soon = { timeout: 30_000 };

for (const channel of ['a shared worker', 'the tab that leads'] as const)
  test(`ten tabs share one connection, through ${channel}`, async ({ browser, product }) => {
    const context = await browser.newContext({ baseURL: product.url });
    if (channel === 'the tab that leads')
      await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
    const tabs = await openTabs(context, product.url, 10);
    const [first, second] = tabs;
    if (first === undefined || second === undefined) throw new Error('There are no tabs.');
    const program = await interfaceClientOf(second, product.url);
    const id = await leadIdAt(second, 2);
    await updateElsewhere(program, id, { companyName: `Ten Tabs by ${channel}` });
    for (const tab of tabs)
      await expect(tab.getByText(`Ten Tabs by ${channel}`).filter({ visible: true })).toBeVisible(
        soon,
      );
    // The next tab takes over from one that is closed.
    await first.close();
    await updateElsewhere(program, id, { companyName: `Nine Tabs by ${channel}` });
    for (const tab of tabs.slice(1))
      await expect(tab.getByText(`Nine Tabs by ${channel}`).filter({ visible: true })).toBeVisible(
        soon,
      );
    await context.close();
  });

async function openTabs(context: BrowserContext, url: string, count: number): Promise<Page[]> {
  const first = await context.newPage();
  await signIn(first, 'admin', url);
  const tabs = [first];
  while (tabs.length < count) {
    const tab = await context.newPage();
    await tab.goto('/leads');
    tabs.push(tab);
  }
  return tabs;
}

test.describe('a lost connection', () => {
  test.use({ expectedNoise: /Failed to load resource|ERR_/ });

  test('is said, with the time, and what was missed is read once it is back', async ({
    page,
    accessible,
  }) => {
    const service = await startKillableService({});
    await signIn(page, 'admin', service.url);
    const program = await interfaceClientOf(page, service.url);
    const id = await leadIdAt(page, 2);
    await updateElsewhere(program, id, { companyName: 'Said Before' });
    await expect(page.getByText('Said Before').filter({ visible: true })).toBeVisible(soon);
    await service.kill();
    await expect(
      page.getByText(/^Live updates have been off since .+; trying again/),
    ).toBeVisible();
    await accessible();
    await service.start();
    await updateElsewhere(program, id, { companyName: 'Said Afterwards' });
    await expect(page.getByText('Said Afterwards').filter({ visible: true })).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByText('Live updates have been off')).toHaveCount(0);
    await service.stop();
  });
});
