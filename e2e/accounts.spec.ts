import { demoPassword, expect, people, test } from './fixtures.ts';
import { interfaceClientOf } from './interface-client.ts';
import { leadForm } from './screens/lead-form.ts';
import { leadIdAt, leadRowsOn, leadsList, updateElsewhere } from './screens/leads-list.ts';
import { signInByForm } from './screens/sign-in.ts';

test.use({ expectedNoise: /status of 401/ });

test('people sign in where they wanted to go, and out, each with a connection of their own', async ({
  page,
  product,
  accessible,
}) => {
  const email = page.getByLabel('Email');
  const signIn = page.getByRole('button', { name: 'Sign in' });
  const signOut = page.getByRole('button', { name: 'Sign out' }).first();
  const heading = page.getByRole('heading', { level: 1 });

  await test.step('a wrong password shows an error, and nothing typed is lost', async () => {
    await page.goto('/deals');
    await email.fill(people.broker);
    await page.getByLabel('Password').fill('not-the-password');
    await signIn.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(email).toHaveValue(people.broker);
  });

  await test.step('without a mail server, who forgot the password is told whom to ask, by keyboard alone', async () => {
    await page.getByRole('button', { name: 'Forgotten your password?' }).press('Enter');
    await expect(heading).toBeFocused();
    await expect(page.getByText('Ask your partner admin')).toBeVisible();
    await accessible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(email).toBeFocused();
  });

  await test.step('the page requested while signed out opens', async () => {
    await signInByForm(page, 'broker');
    await expect(heading).toHaveText('Deals');
  });

  await test.step('the next person has a connection of their own', async () => {
    await signOut.click();
    await expect(signIn).toBeVisible();
    await signInByForm(page, 'otherBroker');
    await page.getByRole('navigation').getByRole('link', { name: 'Leads', exact: true }).click();
    const program = await interfaceClientOf(page, product.url);
    await updateElsewhere(program, await leadIdAt(page, 1), { companyName: 'Summit of Today' });
    await expect(leadRowsOn(page).nth(1)).toContainText('Summit of Today');
  });

  await test.step('signing out ends the session', async () => {
    await signOut.click();
    await expect(signIn).toBeVisible();
    await page.goto('/leads');
    await expect(signIn).toBeVisible();
  });
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
  // The backdrop hides the page meanwhile.
  const cover = dialog.evaluate((all) => getComputedStyle(all, '::backdrop').backgroundColor);
  expect(await cover).toMatch(/^rgb\(/);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: /submitted/i })).toBeVisible();
  await leadsList(page, behind).find('Tern Cycles');
  await expect(page.getByRole('row', { name: /Rowan Sample/ })).toHaveCount(1);
});
