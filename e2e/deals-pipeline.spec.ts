import type { Page } from '@playwright/test';

import { expect, signIn, test } from './fixtures.ts';

const status = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Deals by status' }).getByRole('link', { name });

/** Returns the number of deals that a status has in its name. */
async function numberOf(page: Page, name: string): Promise<number> {
  const number = /, (\d+) deals?/;
  await expect(status(page, name)).toHaveAccessibleName(number);
  return Number(number.exec((await status(page, name).textContent()) ?? '')?.[1]);
}

test('the line above the deals has the numbers of the list, which a press filters', async ({
  page,
  network,
  accessible,
}) => {
  const search = page.getByRole('searchbox', { name: 'Search deals' });
  await signIn(page, 'support', network.url, '/profile');

  await test.step('the list stays where it is while the numbers come, on a phone as well', async () => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      network.delayResponses('GET', '/portal/deals/groups');
      await page.goto(`${network.url}/deals`);
      await expect(status(page, 'Approved')).toHaveAccessibleName('Approved');
      const before = await search.boundingBox();
      network.release(Infinity);
      await numberOf(page, 'Approved');
      expect((await search.boundingBox())?.y).toBe(before?.y);
    }
  });

  await test.step('the numbers are those of the list, and of its search', async () => {
    const number = await numberOf(page, 'Declined');
    await accessible();
    const list = page.getByText(`1–${Math.min(number, 20)} of ${number}`);
    await status(page, 'Declined').click();
    await expect(page).toHaveURL(/\/deals\?status=Declined$/);
    await expect(status(page, 'Declined')).toHaveAttribute('aria-current', 'true');
    await expect(list).toBeVisible();
    await accessible();

    await search.fill('Harbour');
    await expect.poll(async () => numberOf(page, 'Declined')).toBeLessThan(number);
    const found = await numberOf(page, 'Declined');
    await expect(page.getByText(`1–${found} of ${found}`)).toBeVisible();
    await page.reload();
    await expect(status(page, 'Declined')).toHaveAttribute('aria-current', 'true');
    await status(page, 'Declined').click();
    await expect(page).toHaveURL(/\/deals\?q=Harbour$/);
    await expect(status(page, 'Declined')).not.toHaveAttribute('aria-current');
    expect(await numberOf(page, 'Declined')).toBe(found);
  });

  await test.step('by keyboard it is between the heading and the search, in the order of its steps', async () => {
    const links = page.getByRole('navigation', { name: 'Deals by status' }).getByRole('link');
    await page.getByRole('button', { name: 'More' }).focus();
    for (let at = 0; at < 12; at += 1) {
      await page.keyboard.press('Tab');
      await expect(links.nth(at)).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/status=Declined/);
    await expect(links.nth(11)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(search).toBeFocused();
  });

  await test.step('an address of the board shows the list, grouped by status, with the same search', async () => {
    await page.goto(`${network.url}/deals?view=board&column=Settled&q=Haulage`);
    await expect(page).toHaveURL(/\/deals\?q=Haulage&group=status$/);
    await expect(page.getByRole('rowheader', { name: /^Approved \d/ })).toBeVisible();
    await page.goto(`${network.url}/deals?view=board&q=no-such-deal-anywhere`);
    await expect(page.getByText('No deal matches')).toBeVisible();
    await page.getByRole('link', { name: 'Clear search' }).click();
    await expect(page).toHaveURL(/\/deals\?group=status$/);
  });
});
