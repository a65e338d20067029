import { expect, test } from '#e2e/fixtures.ts';
import { leadsList } from '#e2e/screens/leads-list.ts';

test('unknown fields, statuses and types are shown as received', async ({
  signedIn,
  existing,
  accessible,
}) => {
  await existing.addFailure({ kind: 'strange' });
  const page = await signedIn('broker');
  const row = page.getByRole('row').nth(3);
  await expect(row).toContainText('Awaiting Valuation');
  await expect(row).toContainText('Valuer Booked');
  await accessible();
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Other' })).toBeVisible();
  // The specified interface has no requests.
  await expect(page.getByRole('region', { name: 'What the lender asks for' })).toHaveCount(0);
  for (const text of ['Awaiting Valuation', 'Southern', 'riskBand', 'B2', 'priority'])
    await expect(page.getByText(text).first()).toBeVisible();
  await accessible();

  await page.getByRole('link', { name: 'Deals', exact: true }).click();
  await page.getByRole('rowheader').first().getByRole('link').click();
  await expect(page.getByText('Awaiting Valuation').first()).toBeVisible();
  await expect(page.getByText('riskBand')).toBeVisible();
  await accessible();
});

test('an unreadable record is one marked row, and the other rows are unaffected', async ({
  signedIn,
  existing,
  accessible,
  behind,
}) => {
  const page = await signedIn('broker');
  for (const as of ['text', 'no-id', 'null'] as const)
    await test.step(as, async () => {
      await existing.clearFailures();
      await existing.addFailure({ kind: 'unreadable', as, at: 2, path: '/api/v1/lead' });
      await page.reload();
      const invalid = page.getByRole('row').nth(3);
      await expect(invalid).toContainText('couldn’t be displayed. The others are not affected');
      await expect(page.getByRole('rowheader')).toHaveCount(19);
      await leadsList(page, behind).expectRange(1, 20);
    });
  await accessible();
});
