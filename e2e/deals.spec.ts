import { expect, test } from './fixtures.ts';

test('support finds a deal of any partner and reads where it stands', async ({
  signedIn,
  behind,
}) => {
  const page = await signedIn('support');
  await expect(page).toHaveURL(/\/deals/);
  const name = await page.getByRole('rowheader').nth(3).innerText();
  if (behind === 'own records') await page.getByRole('searchbox').fill(name);
  else await expect(page.getByRole('searchbox')).toHaveCount(0);
  await page.getByRole('row', { name }).first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Application Received').first()).toBeVisible();
  await expect(page.getByText('Settled').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
});

test('a broker sees their own deals alone', async ({ signedIn }) => {
  const page = await signedIn('otherBroker');
  await page.goto('/deals');
  await expect(page.getByText(/^1–\d+/)).toBeVisible();
  await expect(page.getByText('Harbour Finance')).toHaveCount(0);
});
