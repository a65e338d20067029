import { expect, test } from '#e2e/fixtures.ts';
import { numberOfDeals, statusColumn } from '#e2e/screens/deals-board.ts';

test('by keyboard alone: from card to card, to a deal and back', async ({ signedIn }) => {
  const page = await signedIn('admin', '/deals?view=board');
  const inProgress = statusColumn(page, 'In Progress').getByRole('link');
  await expect(inProgress.nth(3)).toBeVisible();
  await page.getByRole('button', { name: 'Display' }).focus();
  await page.keyboard.press('Tab');
  await expect(statusColumn(page, 'Application Received').getByRole('link')).toBeFocused();
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
    await expect(statusColumn(page, '').locator(':focus')).toHaveCount(1);
  }
  // A column that still loads has the focus itself.
  const last = statusColumn(page, 'Declined').getByRole('link').first();
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
  await expect(statusColumn(page, 'Application Received').getByRole('link')).toHaveCount(1);
  await accessible();
  await page.getByRole('button', { name: 'Next status' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^In Progress/);
  await page.getByLabel('Status to show').selectOption('Declined');
  const declined = statusColumn(page, 'Declined');
  await expect(declined.getByRole('link')).toHaveCount(await numberOfDeals(declined));
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
