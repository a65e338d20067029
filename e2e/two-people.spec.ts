import type { Browser, Page } from '@playwright/test';

import { expect, openSession, test } from './fixtures.ts';
import { interfaceClientOf } from './interface-client.ts';

// Two people, each in a browser of their own.

test('an admin saves a view for the company, and a broker opens it', async ({
  signedIn,
  browser,
  product: { url },
}) => {
  const admin = await signedIn('otherAdmin', '/leads?status=New&sort=amountRequested');
  await admin.getByRole('button', { name: 'Views' }).click();
  await admin.getByRole('textbox', { name: 'Name of the view' }).fill('Small and new');
  await admin.getByRole('checkbox', { name: 'Share with everybody at your company' }).check();
  await admin.getByRole('checkbox', { name: 'Pin to the side bar' }).uncheck();
  await admin.getByRole('button', { name: 'Save view' }).click();
  const address = new URL(admin.url()).search;
  await expect(admin.getByRole('link', { name: 'Small and new · shared' })).toBeVisible();

  const broker = await openElsewhere(browser, url);
  await openSession(broker, 'otherBroker', url);
  await broker.goto('/leads');
  await broker.getByRole('button', { name: 'Views' }).click();
  await expect(broker.getByRole('button', { name: 'Edit Small and new' })).toHaveCount(0);
  await broker.getByRole('link', { name: 'Small and new · shared' }).click();
  await expect(broker).toHaveURL(`${url}/leads${address}`);
  await expect(broker).toHaveTitle('Leads · Small and new · Partner portal');
  await expect(broker.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await broker.context().close();
});

test('a broker enters a client of a colleague, tells the admin, and the admin sees whose it is', async ({
  signedIn,
  browser,
  product: { url },
}) => {
  const admin = await signedIn('otherAdmin', '/home');
  const program = await interfaceClientOf(admin, url);
  const { body } = await program.createLead({
    firstName: 'Tamsin',
    lastName: 'Weka',
    companyName: 'Weka Glazing',
    phone: '+61491570158',
    email: 'tamsin@weka-glazing.test',
  });
  const { id } = body as { id: string };

  const broker = await openElsewhere(browser, url);
  await openSession(broker, 'otherBroker', url);
  await broker.goto('/leads/new');
  await broker.getByLabel(/^Email/).fill('Tamsin@Weka-Glazing.test');
  await expect(broker.getByText('Your company already has a lead with this email')).toBeVisible();
  // Of the lead itself the broker reads nothing.
  await expect(broker.getByText(/Tamsin Weka|Weka Glazing/)).toHaveCount(0);
  await broker.getByRole('button', { name: 'Tell my admin' }).click();
  await expect(broker.getByText('Your admin will see this on their home page')).toBeVisible();
  await broker.context().close();

  await admin.reload();
  const report = admin.getByRole('listitem').filter({ hasText: 'Tamsin Weka' });
  await expect(report).toContainText('Sol Ridge is entering a client with the same email');
  await report.getByRole('link', { name: 'Tamsin Weka' }).click();
  await expect(admin).toHaveURL(`${url}/leads/${id}`);
  await admin.goBack();
  await admin.getByRole('button', { name: /^Done: Tamsin Weka/ }).click();
  await expect(admin.getByRole('button', { name: /^Done: Tamsin Weka/ })).toHaveCount(0);
});

/** Opens another browser, with nobody signed in. */
async function openElsewhere(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}
