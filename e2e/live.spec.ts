import type { BrowserContext, Page } from '@playwright/test';

import { expect, signIn, test } from './fixtures.ts';
import { type interfaceClient, interfaceClientOf } from './interface-client.ts';
import { startKillableService } from './killable-service.ts';
import { signInByForm } from './screens/sign-in.ts';

/** Far more than the second that a change takes, on a busy machine. */
const soon = { timeout: 30_000 };

// By its name: home has tables as well, and may be shown until the list is there.
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Leads', exact: true }).getByRole('row');
const idOf = async (page: Page, at: number) => {
  const address = await rows(page).nth(at).getByRole('link').getAttribute('href');
  return address?.split('/').at(-1) ?? '';
};

async function update(program: ReturnType<typeof interfaceClient>, id: string, fields: object) {
  expect(await program.updateLead(id, fields)).toMatchObject({ status: 200 });
}

test('a change made elsewhere shows in its row, which is marked for some seconds', async ({
  signedIn,
  product,
}) => {
  const page = await signedIn('admin');
  const program = await interfaceClientOf(page, product.url);
  const id = await idOf(page, 3);
  await update(program, id, { companyName: 'Petrel Cycles of Today' });
  const row = rows(page).nth(3);
  // Both at once: the mark goes after some seconds.
  await expect(row).toContainText(/Petrel Cycles of Today.*Updated|Updated.*Petrel Cycles/s, soon);
  await expect(row).not.toContainText('Updated');
});

test('new leads wait until they are shown, and no row moves', async ({
  signedIn,
  product,
  accessible,
}) => {
  const page = await signedIn('admin');
  const program = await interfaceClientOf(page, product.url);
  const first = rows(page).nth(1);
  const before = { id: await idOf(page, 1), box: await first.boundingBox() };
  const client = { firstName: 'Rowan', companyName: 'Kauri', phone: '+6490001234' };
  for (const lastName of ['One', 'Two']) await program.createLead({ ...client, lastName });
  const show = page.getByRole('button', { name: '2 new leads – Show' });
  await expect(show).toBeVisible(soon);
  expect({ id: await idOf(page, 1), box: await first.boundingBox() }).toEqual(before);
  await accessible();
  await show.click();
  await expect(rows(page).nth(1)).toContainText('Rowan Two');
  await expect(rows(page).nth(2)).toContainText('Rowan One');
  await expect(show).toHaveCount(0);
});

test('a record’s page follows, except where it is being edited', async ({
  signedIn,
  product,
  accessible,
}) => {
  const page = await signedIn('admin');
  const id = await idOf(page, 4);
  await rows(page).nth(4).getByRole('link').click();
  await page.getByRole('button', { name: 'Edit lead' }).click();
  await page.getByLabel('Amount requested').fill('77000');
  const program = await interfaceClientOf(page, product.url);
  await update(program, id, { tradingName: 'Heron Trading of Today', amountRequested: 12_000 });
  await expect(page.getByLabel('Amount requested')).toHaveValue(/77.?000/);
  await expect(page.locator('[data-announcer]')).toContainText(/^Updated: .*Trading name/);
  await accessible();
});

for (const way of ['a shared worker', 'the tab that leads'] as const)
  test(`ten tabs share one connection, through ${way}`, async ({ browser, product }) => {
    const context = await browser.newContext({ baseURL: product.url });
    if (way === 'the tab that leads')
      await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
    const tabs = await openTabs(context, product.url, 10);
    const [first, second] = tabs;
    if (first === undefined || second === undefined) throw new Error('There are no tabs.');
    const program = await interfaceClientOf(second, product.url);
    const id = await idOf(second, 2);
    await update(program, id, { companyName: `Ten Tabs by ${way}` });
    for (const tab of tabs)
      await expect(tab.getByText(`Ten Tabs by ${way}`).filter({ visible: true })).toBeVisible(soon);
    // The next tab takes over from one that is closed.
    await first.close();
    await update(program, id, { companyName: `Nine Tabs by ${way}` });
    for (const tab of tabs.slice(1))
      await expect(tab.getByText(`Nine Tabs by ${way}`).filter({ visible: true })).toBeVisible(
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
    const id = await idOf(page, 2);
    await update(program, id, { companyName: 'Said Before' });
    await expect(page.getByText('Said Before').filter({ visible: true })).toBeVisible(soon);
    await service.kill();
    await expect(
      page.getByText(/^Live updates have been off since .+; trying again/),
    ).toBeVisible();
    await accessible();
    await service.start();
    await update(program, id, { companyName: 'Said Afterwards' });
    await expect(page.getByText('Said Afterwards').filter({ visible: true })).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByText('Live updates have been off')).toHaveCount(0);
    await service.stop();
  });
});

test.describe('signing out', () => {
  test.use({ expectedNoise: /status of 401/ });

  test('ends the connection, and the next person has one of their own', async ({
    signedIn,
    product,
  }) => {
    const page = await signedIn('broker');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await signInByForm(page, 'otherBroker');
    await page.getByRole('navigation').getByRole('link', { name: 'Leads', exact: true }).click();
    const program = await interfaceClientOf(page, product.url);
    await update(program, await idOf(page, 1), { companyName: 'Summit of Today' });
    await expect(rows(page).nth(1)).toContainText('Summit of Today', soon);
  });
});
