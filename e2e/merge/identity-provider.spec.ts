import type { Page } from '@playwright/test';

import { demoPassword, expect, people, test } from '#e2e/fixtures.ts';
import { startProduct } from '#e2e/product.ts';
import { openIdentityProvider } from '#server/testing/access/identity-provider.ts';
import { openMailbox } from '#server/testing/access/mailbox.ts';

test.use({ expectedNoise: /status of (401|403|503)/ });

const byProvider = (page: Page) => page.getByRole('button', { name: 'Sign in with Harbour Login' });
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).first();
const enterUser = async (page: Page, user: string) => {
  await page.getByLabel('User').fill(user);
  await page.keyboard.press('Enter');
};

test('people sign in by the provider, come back to where they were, and confirm who they are there', async ({
  page,
  accessible,
}) => {
  const provider = await openIdentityProvider();
  const mailbox = await openMailbox();
  const settings = { ...provider.env, ...mailbox.env, OIDC_LINK_BY_EMAIL: '1' };
  const product = await startProduct({ DEMO: '1', ...settings });
  const payload = { email: people.admin, password: demoPassword };
  const session = await page.request.post(`${product.url}/portal/session`, { data: payload });
  const { partner } = await session.json();
  await page.context().clearCookies();
  const person = { email_verified: true, partner: partner.id };
  provider.people.set('ada', { ...person, email: people.admin, groups: 'admins' });
  provider.people.set('noor', { ...person, email: 'noor@harbour.test', name: 'Noor Aziz' });

  await page.goto(`${product.url}/people`);
  await expect(byProvider(page)).toBeVisible();
  await accessible();
  await byProvider(page).press('Enter');
  await enterUser(page, 'ada');
  await expect(page.getByRole('row', { name: /Ada Marsh/ })).toContainText(
    'Password, Harbour Login',
  );
  expect(new URL(page.url())).toMatchObject({ pathname: '/people', search: '', hash: '' });

  await page.getByRole('button', { name: 'Edit Bea Harper' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bea Harper' });
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  // In a tab of its own; the action that needs it continues by itself in the first one.
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in again with Harbour Login' }).press('Enter');
  const tab = await opened;
  await enterUser(tab, 'ada');
  await expect(tab.getByRole('button', { name: 'Edit Bea Harper' })).toBeVisible();
  await tab.close();
  await expect(dialog.getByText('Deactivated').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await signOut(page).click();
  await page.context().clearCookies();
  await byProvider(page).press('Enter');
  await enterUser(page, 'noor');
  await expect(page.getByText('Harbour Login gives you no role in this portal.')).toBeVisible();
  await accessible();
  provider.people.set('noor', { ...provider.people.get('noor'), groups: 'brokers' });
  await byProvider(page).press('Enter');
  await expect(page.getByRole('heading', { name: /^Good .+, Noor$/ })).toBeVisible();
  await page.goto(`${product.url}/profile`);
  await expect(page.getByText('Noor Aziz').first()).toBeVisible();

  // An open page would connect again.
  await page.goto('about:blank');
  await product.stop();
  await mailbox.close();
  await provider.close();
});

test('a provider that is cancelled, knows nobody here or is down leaves the password', async ({
  page,
  accessible,
}) => {
  const provider = await openIdentityProvider();
  const product = await startProduct({ DEMO: '1', ...provider.env, OIDC_CREATE_ACCOUNTS: '0' });
  provider.people.set('noor', { email: 'noor@harbour.test', email_verified: true });
  await page.goto(`${product.url}/sign-in`);
  await byProvider(page).press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Harbour Login didn’t sign you in. Try again.');
  await byProvider(page).press('Enter');
  await enterUser(page, 'noor');
  await expect(alert).toContainText('You have no account here');
  await page.goto('about:blank');
  await product.stop();
  await provider.close();
  const lone = await startProduct({ DEMO: '1', ...provider.env });

  await page.goto(`${lone.url}/sign-in`);
  await byProvider(page).press('Enter');
  await expect(alert).toContainText('Harbour Login doesn’t respond. Sign in with your password');
  await expect(byProvider(page)).toBeFocused();
  await accessible();
  await page.getByLabel('Email').fill(people.admin);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(signOut(page)).toBeVisible();
  await page.goto('about:blank');
  await lone.stop();
});
