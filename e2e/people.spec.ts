import { demoPassword, expect, test } from './fixtures.ts';
import { confirmPassword } from './screens/profile.ts';

test.use({ expectedNoise: /status of (400|401|403)/ });

test('support manages the people of all partners, and brokers nobody, nor do they upload files', async ({
  signedIn,
  accessible,
  baseURL,
}) => {
  const page = await signedIn('support', '/people');
  await page.getByLabel('Partner').selectOption('Harbour Finance');
  await expect(page.getByRole('row', { name: /Bea Harper/ })).toBeVisible();
  await accessible();
  await signedIn('broker', '/people');
  await expect(page.getByText('Only partner admins manage people')).toBeVisible();
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);

  await page.goto('/bulk-upload');
  await expect(page.getByText('Only partner admins can upload files of leads')).toBeVisible();
  await expect(page.getByLabel('CSV or Excel file')).toHaveCount(0);
  const headers = { origin: baseURL ?? '' };
  const data = { contentHash: 'a'.repeat(64), fileName: 'leads.csv', size: 1 };
  const opened = await page.request.post('/portal/bulk-uploads', { headers, data });
  expect(opened.status()).toBe(403);
  expect((await page.request.get('/portal/bulk-uploads')).status()).toBe(403);
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
