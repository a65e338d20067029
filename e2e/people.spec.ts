import { expect, test } from './fixtures.ts';

test.use({ expectedNoise: /status of 403/ });

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
