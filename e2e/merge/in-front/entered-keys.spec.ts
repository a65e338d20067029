import { enterKey, keys } from '#e2e/existing-service.ts';
import { demoPassword, expect, people, test } from '#e2e/fixtures.ts';
import { leadForm } from '#e2e/screens/lead-form.ts';
import { leadsList } from '#e2e/screens/leads-list.ts';
import { confirmPassword, saveKey, shownKey } from '#e2e/screens/profile.ts';
import { signInByForm } from '#e2e/screens/sign-in.ts';

import { comeBack } from './come-back.ts';
import { watchFor } from './secret-watch.ts';

test.use({ inFront: { isWithoutKeys: true }, expectedNoise: /status of (400|401|403)/ });
// Tests run in sequence: each needs the same service without keys.
test.describe.configure({ mode: 'default' });

const needed = 'Connect the lender’s system with your API key';

test('a user without an API key is sent to the profile, enters the key and continues without a reload', async ({
  signedIn,
  behind,
  accessible,
}) => {
  const apiKey = keys[people.broker];
  const page = await signedIn('broker');
  const watch = watchFor(apiKey, page);
  await expect(page.getByText(needed)).toBeVisible();
  await accessible();
  await page.getByRole('link', { name: 'Go to your profile' }).click();
  await expect(page.getByText('No API key entered yet.')).toBeVisible();
  await accessible();

  await page.getByRole('button', { name: 'Enter API key' }).click();
  await confirmPassword(page, demoPassword);
  await saveKey(page, 'a-key-that-opens-nothing');
  const field = page.getByRole('dialog').getByLabel('API key');
  await expect(field).toHaveAccessibleDescription(/doesn’t accept|rejects/);
  await expect(field).toHaveValue('a-key-that-opens-nothing');
  await accessible();
  await saveKey(page, apiKey);
  await expect(page.getByText('Your API key works')).toBeVisible();
  await expect(shownKey(page)).toHaveText(`…${apiKey.slice(-4)}`);
  await accessible();

  const loaded = await page.evaluate(() => performance.timeOrigin);
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await leadsList(page, behind).expectRange(1, 20);
  await expect(page.getByText(needed)).toHaveCount(0);
  await page.getByRole('rowheader').first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: /^Files/ })).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
  await watch.expectNowhere();
});

test('a key that the service no longer accepts can be replaced over the page, without losing work', async ({
  signedIn,
  product,
  existing,
  accessible,
}) => {
  const mine = { email: people.admin, password: demoPassword, apiKey: keys[people.admin] };
  await enterKey(product.url, mine);
  const page = await signedIn('admin', '/leads/new');
  const form = leadForm(page);
  await form.fillRequired({ firstName: 'Robin', companyName: 'Heron Joinery' });
  await existing.addFailure({ kind: 'reject', status: 401 });
  await form.submit();
  await expect(page.getByText('The lender’s system rejects your API key')).toBeVisible();
  await expect(page.getByText(needed)).toBeVisible();
  await expect(page.getByLabel('Company name')).toHaveValue('Heron Joinery');
  await accessible();

  // The form stays open in its own window while the key is entered in another.
  const profile = await page.context().newPage();
  await profile.goto('/profile');
  await expect(profile.getByText('rejects your API key')).toBeVisible();
  await existing.clearFailures();
  await profile.getByRole('button', { name: 'Enter API key', exact: true }).click();
  await confirmPassword(profile, demoPassword);
  await saveKey(profile, mine.apiKey);
  await expect(profile.getByText('Your API key works')).toBeVisible();
  await profile.close();

  await comeBack(page);
  await expect(page.getByText(needed)).toHaveCount(0);
  await form.submit();
  await expect(page.getByRole('heading', { name: 'Lead submitted' })).toBeVisible();
  const leads = (await existing.leads()).filter(
    ({ fields }) => fields['companyName'] === 'Heron Joinery',
  );
  expect(leads).toHaveLength(1);
});

test('an admin enters the key of a colleague, who can then work at once', async ({
  signedIn,
  behind,
  accessible,
}) => {
  const page = await signedIn('otherAdmin', '/profile');
  const row = page.getByRole('listitem').filter({ hasText: people.otherBroker });
  await expect(row.getByText('Not entered yet')).toBeVisible();
  await accessible();
  await row.getByRole('button', { name: /^Enter API key for / }).click();
  await confirmPassword(page, demoPassword);
  await saveKey(page, keys[people.otherBroker]);
  await expect(row.getByText('Entered', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

  await signInByForm(page, 'otherBroker');
  await leadsList(page, behind).expectRange(1, 16);
  await expect(page.getByText(needed)).toHaveCount(0);
});
