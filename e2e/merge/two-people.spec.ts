import type { Browser, Page } from '@playwright/test';

import { expect, openSession, test } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { keyboard } from '#e2e/screens/keyboard.ts';

// Two people, each in a browser of their own.

test('by keyboard alone an admin saves a view, renames and shares it, a broker opens it, and it is deleted', async ({
  signedIn,
  browser,
  product: { url },
}) => {
  const admin = await signedIn('otherAdmin', '/leads?status=New&sort=amountRequested');
  const { press, type, tabTo } = keyboard(admin);
  const views = admin.getByRole('button', { name: 'More', exact: true });
  const menu = admin.getByRole('group', { name: 'More' });
  const pinned = admin.getByRole('navigation', { name: 'Pinned views' });
  const nameOfView = admin.getByRole('textbox', { name: 'Name of the view' });
  await tabTo(admin.getByRole('button', { name: 'Save as view' }));
  await press('Enter');
  await tabTo(nameOfView);
  await type('Small ones');
  await press('Enter');
  await expect(admin.getByRole('heading', { level: 1, name: 'Small ones' })).toBeFocused();
  await expect(pinned.getByRole('link', { name: /^Small ones/ })).toBeVisible();
  await tabTo(views);
  await press('Enter');

  const edit = menu.getByRole('button', { name: 'Edit Small ones' });
  await tabTo(edit);
  await press('Enter');
  await expect(edit).toHaveAttribute('aria-expanded', 'true');
  await tabTo(nameOfView);
  // What was in it is selected, and replaced.
  await type('Small and new');
  await tabTo(menu.getByRole('checkbox', { name: 'Share with everybody at your company' }));
  await press('Space');
  await press('Enter');
  await expect(menu.getByRole('link', { name: 'Small and new Shared' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Edit Small and new' })).toBeFocused();
  await press('Tab');
  const pin = menu.getByRole('button', { name: 'Pin Small and new to the side bar' });
  await expect(pin).toBeFocused();
  await press('Space');
  await expect(pinned.getByRole('link', { name: /^Small/ })).toHaveCount(0);
  await expect(pin).toBeFocused();
  await press('Escape');
  await expect(menu).toBeHidden();
  await expect(views).toBeFocused();
  const address = new URL(admin.url()).search;

  const broker = await openElsewhere(browser, url);
  await openSession(broker, 'otherBroker', url);
  await broker.goto('/leads');
  const keys = keyboard(broker);
  await keys.tabTo(broker.getByRole('button', { name: 'More', exact: true }));
  await keys.press('Enter');
  await keys.tabTo(broker.getByRole('link', { name: 'Small and new Shared' }));
  await expect(broker.getByRole('button', { name: 'Edit Small and new' })).toHaveCount(0);
  await keys.press('Enter');
  await expect(broker).toHaveURL(`${url}/leads${address}`);
  await expect(broker).toHaveTitle('Small and new · Leads · Partner portal');
  await expect(broker.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(broker.getByRole('button', { name: 'More', exact: true })).toBeFocused();
  await broker.context().close();

  await press('Enter');
  await tabTo(menu.getByRole('button', { name: 'Edit Small and new' }));
  await press('Enter');
  await tabTo(menu.getByRole('button', { name: 'Delete', exact: true }));
  await press('Enter');
  await expect(menu.getByRole('button', { name: 'Delete for everybody?' })).toBeFocused();
  await press('Enter');
  await expect(menu.getByRole('link', { name: /^Small and new/ })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Changed since my last visit' })).toBeFocused();
});

test('by keyboard alone a broker enters a client of a colleague, and reads that there is a lead', async ({
  signedIn,
  browser,
  product: { url },
}) => {
  const admin = await signedIn('otherAdmin', '/home');
  const program = await interfaceClientOf(admin, url);
  await program.createLead({
    firstName: 'Tamsin',
    lastName: 'Weka',
    companyName: 'Weka Glazing',
    phone: '+61491578888',
    email: 'tamsin@weka-glazing.test',
  });

  const broker = await openElsewhere(browser, url);
  await openSession(broker, 'otherBroker', url);
  await broker.goto('/leads');
  const { press, type, tabTo } = keyboard(broker);
  await expect(broker.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  // The shortcuts are loaded after a page.
  await expect(async () => {
    await press('n');
    await expect(broker.getByLabel(/^First name/)).toBeFocused({ timeout: 500 });
  }).toPass();
  await tabTo(broker.getByRole('textbox', { name: 'Phone', exact: true }));
  await type('+61 491 578 888');
  await expect(broker.getByText('Your company already has a lead with this phone')).toBeVisible();
  // The broker sees nothing of the lead itself.
  await expect(broker.getByText(/Tamsin Weka|Weka Glazing/)).toHaveCount(0);
  await press('Tab');
  await expect(broker.getByLabel(/^Email/)).toBeFocused();
  await type('Tamsin@Weka-Glazing.test');
  await expect(broker.getByText(/ a lead with this phone and email$/)).toBeVisible();
  await expect(broker.getByText(/^It belongs to a colleague/)).toBeVisible();
  await broker.context().close();
});

/** Opens another browser, with nobody signed in. */
async function openElsewhere(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}
