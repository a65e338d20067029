import { demoOperatorKey, expect, openSession, test } from './fixtures.ts';
import { operatorProgram } from './operator-program.ts';

test(
  'support finds a deal of any partner and reads its status',
  { tag: '@in-front' },
  async ({ signedIn, behind }) => {
    const page = await signedIn('support');
    await expect(page).toHaveURL(/\/deals/);
    const name = await page.getByRole('rowheader').nth(3).innerText();
    if (behind === 'own records') await page.getByRole('searchbox').fill(name);
    else await expect(page.getByRole('searchbox')).toHaveCount(0);
    // The deal is also in the list before the search.
    if (behind === 'own records') await expect(page).toHaveURL(/q=/);
    await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
    await page.getByRole('row', { name }).first().getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByText('Application Received').first()).toBeVisible();
    await expect(page.getByText('Settled').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  },
);

test(
  'support finds a deal by the phone of its client, and goes from deal to lead and back',
  { tag: '@in-front' },
  async ({ signedIn, behind }) => {
    const page = await signedIn('support');
    if (behind === 'an existing service') {
      // An existing service doesn't tell which lead became a deal, so there is no link to the lead.
      await page.getByRole('rowheader').nth(1).getByRole('link').click();
      await expect(page.getByRole('heading', { name: 'Record' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Open lead' })).toHaveCount(0);
      return;
    }
    await page.goto('/leads?status=Converted&q=%2B649');
    const lead = page.getByRole('rowheader').first().getByRole('link');
    const client = await lead.innerText();
    await lead.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(client);
    const phone = await page
      .getByRole('region', { name: 'Record' })
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(deal);
    // The deal tells its client.
    await expect(page.locator(`a[href="${phone}"]`)).toBeVisible();
    await page
      .getByRole('region', { name: 'Record' })
      .getByRole('link', { name: client, exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(client);
    await page.getByRole('link', { name: 'Open deal' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(deal);

    // Of one partner, those that have been in their status for long.
    await page.goto('/deals');
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
  },
);

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

test('a broker sees only their own deals', { tag: '@in-front' }, async ({ signedIn }) => {
  const page = await signedIn('otherBroker', '/deals');
  await expect(page.getByText(/^1–\d+/)).toBeVisible();
  await expect(page.getByText('Harbour Finance')).toHaveCount(0);
});
