import { expect, test } from '#e2e/fixtures.ts';

test('what is visible is read again every 30 s, and the page says so', async ({
  signedIn,
  existing,
  page,
  accessible,
}) => {
  await page.clock.install();
  await signedIn('broker');
  const row = page.getByRole('row').nth(2);
  const address = await row.getByRole('link').getAttribute('href');
  await page.clock.runFor(2_000);
  await expect(page.getByText(/^Refreshed every 30\ss, last at /)).toBeVisible();
  await existing.changeLead({
    id: address?.split('/').at(-1) ?? '',
    fields: { status: 'Closed', subStatus: 'Seen After Half a Minute' },
  });
  await page.clock.runFor(30_000);
  await expect(row).toContainText('Seen After Half a Minute');
  await expect(row).toContainText('Updated');
  await accessible();
});
