import type { Locator, Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';

const column = (page: Page, status: string) =>
  page.getByRole('region', { name: new RegExp(`^${status}`) });
/** Returns how far below the top of the window a control is, in pixels. */
const top = async (control: Locator) => (await control.boundingBox())?.y;
/** Returns the number of deals that the heading of a column names, once its deals are there. */
async function numberOf(shown: Locator): Promise<number> {
  const number = /(\d+) deals?/;
  await expect(shown.getByRole('heading')).toHaveText(number);
  return Number(number.exec(await shown.getByRole('heading').innerText())?.[1]);
}

test('the list becomes a board with the same search; its numbers are those of the list', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('support');
  await page.getByText('Board', { exact: true }).click();
  await expect(page).toHaveURL(/view=board/);
  const declined = column(page, 'Declined');
  await declined.scrollIntoViewIfNeeded();
  const number = await numberOf(declined);
  await expect(declined.getByRole('link')).toHaveCount(number);
  await accessible();

  await page.getByRole('searchbox', { name: 'Search deals' }).fill('Harbour');
  await expect(declined.getByText('Summit Capital')).toHaveCount(0);
  await expect(declined.getByRole('link').first()).toContainText('Harbour Finance');
  // The number of the search before stays until there is another.
  await expect.poll(async () => numberOf(declined)).toBeLessThan(number);
  const found = await numberOf(declined);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Board' })).toBeChecked();
  const exporting = page.getByText(/^Export \d+ deals$/);
  await expect(exporting).toBeAttached();
  const all = (await exporting.textContent()) ?? '';
  await page.getByText('List', { exact: true }).click();
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

test('by keyboard alone: from card to card, to a deal and back', async ({ signedIn }) => {
  const page = await signedIn('admin', '/deals?view=board');
  const inProgress = column(page, 'In Progress').getByRole('link');
  await expect(inProgress.nth(3)).toBeVisible();
  await page.getByRole('button', { name: 'Display' }).focus();
  await page.keyboard.press('Tab');
  await expect(column(page, 'Application Received').getByRole('link')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(inProgress.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(inProgress.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(inProgress.nth(3)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(inProgress.nth(0)).toBeFocused();
  for (let step = 0; step < 10; step += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(column(page, '').locator(':focus')).toHaveCount(1);
  }
  // A column that still loads has the focus itself.
  const last = column(page, 'Declined').getByRole('link').first();
  await expect(last).toBeVisible();
  await page.keyboard.press('Home');
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  const name = await last.locator('strong').innerText();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  // The board is where it was left: scrolled to the last columns, with the focus on the card.
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();

  // The neighbours of a deal are those of its column, after a reload too.
  const next = String(await inProgress.nth(1).getAttribute('href'));
  await inProgress.nth(0).click();
  await expect(page.getByRole('link', { name: 'Next deal' })).toHaveAttribute('href', next);
  await page.reload();
  await page.getByRole('link', { name: 'Next deal' }).click();
  await expect(page).toHaveURL(next);
  await page.goBack();
  await expect(inProgress.nth(1)).toBeVisible();
});

test('on a phone there is one column at a time, chosen by name or step by step', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('broker');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/deals?view=board');
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1);
  await expect(column(page, 'Application Received').getByRole('link')).toHaveCount(1);
  await accessible();
  await page.getByRole('button', { name: 'Next status' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^In Progress/);
  await page.getByLabel('Status to show').selectOption('Declined');
  const declined = column(page, 'Declined');
  await expect(declined.getByRole('link')).toHaveCount(await numberOf(declined));
  await expect(page.getByRole('button', { name: 'Next status' })).toBeDisabled();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^In Progress/);

  // A page that is opened by its address begins at its top, wherever another one was left.
  await page.goto('/leads');
  await expect(page.getByRole('rowheader').nth(9)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 600));
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Interface' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeInViewport();
});
