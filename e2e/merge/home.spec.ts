import { expect, test } from '#e2e/fixtures.ts';
import { keyboard } from '#e2e/screens/keyboard.ts';

test('by keyboard alone: from the home page to a list, a deal, its history, and back', async ({
  signedIn,
}) => {
  const page = await signedIn('broker', '/home');
  const { press, tabTo } = keyboard(page);
  const waiting = page.getByRole('region', { name: 'Waiting on you' });
  await tabTo(waiting.getByRole('link', { name: /^All \d+ deals$/ }));
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Deals' })).toBeFocused();
  const deal = page.getByRole('rowheader').first().getByRole('link');
  const name = await deal.innerText();
  await tabTo(deal);
  await press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await expect.poll(async () => name.includes(await heading.innerText())).toBe(true);
  // The key for it is the browser's own.
  await page.goBack();
  await expect(page).toHaveURL(/\/deals\?/);
  await expect(deal).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeFocused();
});
