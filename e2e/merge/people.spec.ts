import { demoPassword, expect, test } from '#e2e/fixtures.ts';
import { leadForm } from '#e2e/screens/lead-form.ts';
import { confirmPassword } from '#e2e/screens/profile.ts';

test.use({ expectedNoise: /status of (400|401|403)/ });

test('an invited person submits a first lead; when they leave, their leads are handed over', async ({
  browser,
  product,
  context,
  signedIn,
  accessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await signedIn('otherAdmin', '/people');
  await page.getByRole('button', { name: 'Invite' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite a person' });
  await invite.getByLabel('Name').fill('Noor Aziz');
  await invite.getByLabel('Email').fill('noor@summit.test');
  await accessible();
  await invite.getByRole('button', { name: 'Invite' }).click();
  await confirmPassword(page, demoPassword);
  await expect(page.getByText('Link for Noor Aziz')).toBeVisible();
  await accessible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied').first()).toBeVisible();
  const link = await page.evaluate(async () => navigator.clipboard.readText());
  const row = page.getByRole('row', { name: /Noor Aziz/ });
  await expect(row).toContainText('Invited');

  const elsewhere = await browser.newContext({ baseURL: product.url });
  const hers = await elsewhere.newPage();
  await hers.goto(link);
  await hers.getByLabel('New password').fill('noor@summit.test');
  await hers.getByRole('button', { name: 'Set password' }).click();
  await expect(hers.getByText('your name, email or company').first()).toBeVisible();
  expect(hers.url()).not.toContain('set-password');
  await hers.getByLabel('New password').fill('lantern kauri tide');
  await hers.getByRole('button', { name: 'Set password' }).click();
  // The link again, from the email: it has ended, and the page says what to do.
  const again = await elsewhere.newPage();
  await again.goto(link);
  await again.getByLabel('New password').fill('another lantern tide');
  await again.getByRole('button', { name: 'Set password' }).click();
  await expect(again.getByText('This link has been used or has expired')).toBeVisible();
  await expect(again.getByRole('button', { name: 'Set password' })).toHaveCount(0);
  // Another link, in the same tab.
  await again.goto('/sign-in#set-password=another');
  await expect(again.getByRole('button', { name: 'Set password' })).toBeVisible();
  await expect(again.getByText('This link has been used or has expired')).toHaveCount(0);
  await again.close();
  await hers.getByLabel('Password', { exact: true }).fill('lantern kauri tide');
  await hers.getByRole('button', { name: 'Sign in' }).click();
  await expect(hers.getByRole('link', { name: 'Home' })).toBeVisible();
  await hers.goto('/leads/new');
  const form = leadForm(hers);
  await form.fillRequired({ firstName: 'Rowan', companyName: 'Tern Cycles' });
  await form.submit();
  await expect(hers.getByRole('heading', { name: /submitted/i })).toBeVisible();

  await page.reload();
  await expect(row).toContainText('Password');
  await page.getByRole('button', { name: 'Edit Noor Aziz' }).click();
  const dialog = page.getByRole('dialog', { name: 'Noor Aziz' });
  await accessible();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await confirmPassword(page, demoPassword);
  await expect(dialog.getByRole('button', { name: 'Activate', exact: true })).toBeVisible();
  expect((await elsewhere.request.get('/portal/session')).status()).toBe(401);
  await elsewhere.close();

  await dialog.getByRole('button', { name: 'Hand over leads' }).click();
  const handOver = page.getByRole('dialog', { name: 'Reassign leads' });
  await handOver.getByRole('button', { name: 'Sol Ridge' }).click();
  await handOver.getByRole('button', { name: 'Reassign 1 lead' }).click();
  await expect(handOver.getByText(/1 lead .*reassigned/i).first()).toBeVisible();
});

test('a program gets an account, and a key that works until the account is deactivated', async ({
  signedIn,
  accessible,
  product,
}) => {
  const page = await signedIn('otherAdmin', '/people');
  await page.getByRole('button', { name: 'Add integration' }).click();
  const add = page.getByRole('dialog', { name: 'Add an integration' });
  await add.getByLabel('Name').fill('Acme CRM');
  await accessible();
  await add.getByRole('button', { name: 'Add integration' }).click();
  await confirmPassword(page, demoPassword);
  await expect(page.getByRole('row', { name: /Acme CRM \(integration\)/ })).toContainText(
    'API keys',
  );

  await page.getByRole('button', { name: 'Edit Acme CRM (integration)' }).click();
  const program = page.getByRole('dialog', { name: 'Acme CRM (integration)' });
  await program.getByRole('button', { name: 'New API key' }).click();
  const create = page.getByRole('dialog', { name: 'New API key' });
  await create.getByLabel('Name').fill('Production');
  await create.getByRole('button', { name: 'Create API key' }).click();
  const key = program.getByLabel('New API key', { exact: true });
  await expect(key).toHaveText(/^ppk_/);
  const headers = { authorization: `Bearer ${await key.textContent()}` };
  await accessible();
  const read = async () => page.request.get(`${product.url}/api/v1/lead`, { headers });
  expect((await read()).status()).toBe(200);
  await program.getByRole('button', { name: 'Deactivate' }).click();
  await expect(program.getByText('Its API keys have ended')).toBeVisible();
  expect((await read()).status()).toBe(401);
});
