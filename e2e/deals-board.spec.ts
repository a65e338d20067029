import type { Locator } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { numberOfDeals, statusColumn } from './screens/deals-board.ts';

/** Returns how far below the top of the window a control is, in pixels. */
const top = async (control: Locator) => (await control.boundingBox())?.y;

test('the list becomes a board with the same search; its numbers are those of the list', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('support');
  await page.locator('label', { hasText: /^Board$/ }).click();
  await expect(page).toHaveURL(/view=board/);
  const declined = statusColumn(page, 'Declined');
  await declined.scrollIntoViewIfNeeded();
  const number = await numberOfDeals(declined);
  await expect(declined.getByRole('link')).toHaveCount(number);
  await accessible();

  await page.getByRole('searchbox', { name: 'Search deals' }).fill('Harbour');
  await expect(declined.getByText('Summit Capital')).toHaveCount(0);
  await expect(declined.getByRole('link').first()).toContainText('Harbour Finance');
  // The number of the search before stays until there is another.
  await expect.poll(async () => numberOfDeals(declined)).toBeLessThan(number);
  const found = await numberOfDeals(declined);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Board' })).toBeChecked();
  const exporting = page.getByText(/^Export \d+ deals$/);
  await expect(exporting).toBeAttached();
  const all = (await exporting.textContent()) ?? '';
  await page.locator('label', { hasText: /^List$/ }).click();
  await expect(page).toHaveURL(/\?q=Harbour$/);
  await expect(exporting).toHaveText(all);
  await page.goto('/deals?q=Harbour&status=Declined');
  await expect(page.getByText(`1–${found} of ${found}`)).toBeVisible();

  // All controls are in one row, also in a smaller window while something is searched for.
  await page.setViewportSize({ width: 1280, height: 800 });
  const search = page.getByRole('searchbox', { name: 'Search deals' });
  expect(await top(page.getByRole('button', { name: 'Display' }))).toBe(await top(search));

  await page.goto('/deals?view=board&q=no-such-deal-anywhere');
  await expect(page.getByText('No deal matches')).toBeVisible();
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page).toHaveURL(/\/deals\?view=board$/);
});
