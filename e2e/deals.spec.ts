import type { Page } from '@playwright/test';

import { demoOperatorKey, expect, openSession, test } from './fixtures.ts';
import { operatorProgram } from './operator-program.ts';
import { history } from './screens/history.ts';

test(
  'support finds a deal and a lead of any partner, reads them and cannot change them',
  { tag: '@in-front' },
  async ({ signedIn, behind, accessible }) => {
    const isOwn = behind === 'own records';
    const page = await signedIn('support');
    await expect(page).toHaveURL(/\/deals/);
    const name = await page.getByRole('rowheader').nth(3).innerText();
    if (isOwn) await page.getByRole('searchbox').fill(name);
    else await expect(page.getByRole('searchbox')).toHaveCount(0);
    // The deal is also in the list before the search.
    if (isOwn) await expect(page).toHaveURL(/q=/);
    await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
    await page.getByRole('row', { name }).first().getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByText('Application Received').first()).toBeVisible();
    await expect(page.getByText('Settled').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
    if (isOwn) {
      await test.step('by its client’s phone, and from deal to lead and back', async () =>
        findByPhone(page));
      await test.step('those long in their status, of one partner', async () => filterByTime(page));
      await test.step('its path and its history say the same', async () => comparePath(page));
      await accessible();
    } else {
      // An existing service doesn't tell which lead became a deal, so there is no link to the lead.
      await expect(page.getByRole('heading', { name: 'Record' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Open lead' })).toHaveCount(0);
    }
    await test.step('a lead', async () => readLead(page));
  },
);

async function readLead(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leads');
  await expect(page.getByRole('link', { name: 'New lead' })).toHaveCount(0);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Leads');
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add files' })).toHaveCount(0);
}

async function findByPhone(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  const record = page.getByRole('region', { name: 'Record' });
  await page.goto('/leads?status=Converted&q=%2B649');
  const lead = page.getByRole('rowheader').first().getByRole('link');
  const client = await lead.innerText();
  await lead.click();
  await expect(heading).toHaveText(client);
  const phone = await record
    .getByRole('link', { name: /^\+64 / })
    .first()
    .getAttribute('href');
  const dialled = (phone ?? '').replace(/^tel:\+649(\d{3})(\d{4})$/, '(09) $1 $2');

  await page.getByRole('link', { name: 'Deals' }).click();
  await page.getByRole('searchbox', { name: 'Search deals' }).fill(dialled);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  const row = page.getByRole('rowheader').getByRole('link');
  const deal = await row.innerText();
  await row.click();
  await expect(heading).toHaveText(deal);
  // The deal shows its client.
  await expect(page.locator(`a[href="${phone}"]`).filter({ visible: true }).first()).toBeVisible();
  await record.getByRole('link', { name: client, exact: true }).click();
  await expect(heading).toHaveText(client);
  await page.getByRole('link', { name: 'Open deal' }).click();
  await expect(heading).toHaveText(deal);
}

async function filterByTime(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Deals', exact: true }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.locator('summary', { hasText: 'Partner' }).click();
  await page.getByRole('checkbox', { name: 'Summit Capital' }).click();
  const total = page.getByText(/^1–20 of \d+$/);
  await expect(page.getByRole('row').filter({ hasText: 'Summit Capital' })).toHaveCount(20);
  await expect(total).toBeVisible();
  await page.getByLabel('Time in status', { exact: true }).selectOption('More than … days');
  await expect(page).toHaveTitle(/In status for more than 7 days/);
  await expect(total).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Summit Capital' }).first()).toBeVisible();
}

async function comparePath(page: Page): Promise<void> {
  await page.goto('/deals?status=Withdrawn');
  await page.getByRole('rowheader').first().getByRole('link').click();
  const stood = page.getByText(/^Withdrawn\. It stood at .* before/);
  const before = /at (.*) before/.exec(await stood.innerText())?.[1] ?? '';
  const { items } = history(page);
  await expect(items.filter({ hasText: 'Withdrawn' })).toHaveCount(1);
  await expect(items.filter({ hasText: before }).first()).toBeVisible();
  const path = page.getByRole('list', { name: 'Progress of the deal' });
  await expect(path.getByRole('listitem').first()).toContainText('done');
}

test('a broker sees only their own deals', { tag: '@in-front' }, async ({ signedIn }) => {
  const page = await signedIn('otherBroker', '/deals');
  await expect(page.getByText(/^1–\d+/)).toBeVisible();
  await expect(page.getByText('Harbour Finance')).toHaveCount(0);
});

test('a deal shows its customer once where the two have one name, and both names where they differ', async ({
  page,
  signedIn,
  product: { url },
}) => {
  await openSession(page, 'otherAdmin', url);
  const session = await page.request.get('/portal/session');
  const { contact } = (await session.json()) as { contact: { id: string } };
  const crm = operatorProgram(url, demoOperatorKey);
  // Other tests of the worker, and this one when it is repeated, read the same service.
  const number = Date.now();
  const customer = { id: `customer-${number}`, name: `Whio Orchards ${number}` };
  const other = `WO-${number}`;
  for (const name of [customer.name, other])
    await crm.createDeal({ name, brokerRepId: contact.id, customer });

  await signedIn('support', `/deals?q=whio+${number}`);
  const deals = page.getByRole('rowheader');
  await expect(deals).toHaveText([`${other} ${customer.name}`, customer.name]);
  await expect(page.getByRole('columnheader', { name: 'Deal' })).toHaveCount(1);
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveCount(0);
  const record = page.getByRole('region', { name: 'Record' });
  const customerField = record.getByText('Customer', { exact: true });
  await deals.getByRole('link', { name: other }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other);
  await expect(customerField).toBeVisible();
  await expect(page.getByText(customer.name)).toHaveCount(1);
  await page.goBack();
  await deals.getByRole('link', { name: customer.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(customer.name);
  await expect(record).toBeVisible();
  await expect(customerField).toHaveCount(0);
  await expect(page.getByText(customer.name)).toHaveCount(1);
});
