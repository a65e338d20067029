import { demoPassword, expect, people, test } from './fixtures.ts';
import { leadForm } from './screens/lead-form.ts';
import { leadsList } from './screens/leads-list.ts';
import { signInByForm } from './screens/sign-in.ts';

test.use({ expectedNoise: /status of 401/ });

test('a wrong password shows an error, and nothing typed is lost', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(people.broker);
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(people.broker);
});

test('without a mail server, who forgot the password is told whom to ask, by keyboard alone', async ({
  page,
  accessible,
}) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Forgotten your password?' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Ask your partner admin')).toBeVisible();
  await accessible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('a page requested while signed out opens after signing in', async ({ page }) => {
  await page.goto('/deals');
  await signInByForm(page, 'broker');
  await expect(page.getByRole('heading', { level: 1, name: 'Deals' })).toBeVisible();
});

test('signing out ends the session', async ({ signedIn }) => {
  const page = await signedIn('broker');
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.goto('/leads');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('when the session expires in the middle of a form, signing in again over the page loses nothing', async ({
  signedIn,
  baseURL,
  behind,
}) => {
  const page = await signedIn('broker', '/leads/new');
  const form = leadForm(page);
  await form.fillRequired({ firstName: 'Rowan', companyName: 'Tern Cycles' });
  // The session ends at the service, as on expiry or after signing out in another window.
  const ended = await page.request.delete('/portal/session', {
    headers: { origin: baseURL ?? '' },
  });
  expect(ended.status()).toBe(200);
  // Saving the draft may have opened the dialog above the button already.
  const submit = page.getByRole('button', { name: 'Submit lead', includeHidden: true });
  await submit.dispatchEvent('click');

  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(demoPassword);
  // Nobody reads the page meanwhile.
  const cover = dialog.evaluate((all) => getComputedStyle(all, '::backdrop').backgroundColor);
  expect(await cover).toMatch(/^rgb\(/);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: /submitted/i })).toBeVisible();
  await leadsList(page, behind).find('Tern Cycles');
  await expect(page.getByRole('row', { name: /Rowan Sample/ })).toHaveCount(1);
});
