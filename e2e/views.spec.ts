import { expect, test } from './fixtures.ts';
import { countClicks } from './screens/clicks.ts';

test('a filtered list is saved as a view, pinned with its number, and opened from the side bar', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('otherAdmin', '/leads');
  // Each time the menu is opened, typed text goes to its search: by keyboard, and by mouse.
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  const searchBox = page.getByRole('searchbox', { name: 'Search filters' });
  for (const open of [async () => filter.press('Enter'), async () => page.keyboard.press('f')]) {
    // The shortcuts are loaded after a page.
    await expect(async () => {
      await open();
      await expect(searchBox).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(filter).toBeFocused();
  }
  // Two filters in four presses; the address has them a moment after the last one.
  const presses = await countClicks(page);
  await filter.click();
  await expect(searchBox).toBeFocused();
  await page.locator('summary', { hasText: 'Status' }).click();
  await page.getByRole('checkbox', { name: 'Converted' }).click();
  await page.getByRole('checkbox', { name: 'Nobody' }).click();
  await expect(page).toHaveURL(/\?status=Converted&waitingOn=nobody$/);
  expect(await presses()).toBe(4);
  await page.getByRole('checkbox', { name: 'Nobody' }).click();
  await page.getByLabel('Created', { exact: true }).selectOption('More than … days ago');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/leads\?status=Converted&createdBefore=P7D$/);
  await expect(page).toHaveTitle(
    'Leads · Converted · Created more than 7 days ago · Partner portal',
  );
  const exporting = (await page.getByText(/^Export \d+ leads?$/).textContent()) ?? '';
  const total = /\d+/.exec(exporting)?.[0] ?? '';

  const name = `Converted ones ${Date.now()}`;
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill(name);
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Save as view' })).toHaveCount(0);
  const pinned = page.getByRole('navigation', { name: 'Pinned views' }).getByText(name);
  await expect(pinned).toBeVisible();
  const counted = page
    .getByRole('navigation', { name: 'Pinned views' })
    .getByRole('link', { name });
  await expect(counted).toHaveAccessibleName(new RegExp(`${name} ?${total}$`));
  await accessible();
  await filter.click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/leads$/);
  await pinned.click();
  await expect(page).toHaveURL(/\/leads\?status=Converted&createdBefore=P7D$/);
  await expect(page).toHaveTitle(`${name} · Leads · Partner portal`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await accessible();
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete this view?' }).click();
  await expect(pinned).toBeHidden();
});

test('a follow-up day of a lead is a column of the list, its order and its filter', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('otherAdmin', '/leads');
  const rows = page.getByRole('table', { name: 'Leads', exact: true }).getByRole('row');
  const link = rows.nth(2).getByRole('link').first();
  const name = await link.innerText();
  await link.click();
  await page.getByRole('button', { name: 'Follow up later' }).click();
  await page.getByRole('button', { name: /^Tomorrow/ }).click();
  await expect(page.getByRole('button', { name: 'Follow up tomorrow' })).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Follow-up' }).check();
  await page.keyboard.press('Escape');
  const followed = rows.filter({ has: page.getByRole('cell', { name: 'Tomorrow' }) });
  await expect(followed).toContainText(name);
  expect(await rows.count()).toBeGreaterThan(2);
  // In this order, the list has only what has a day, which a chip says.
  await page.getByRole('columnheader', { name: 'Follow-up' }).getByRole('link').click();
  await expect(page).toHaveURL(/hasFollowUp=yes&sort=followUp/);
  await expect(rows).toHaveCount(2);
  await expect(followed).toContainText(name);
  await accessible();
  await page.getByRole('button', { name: 'Remove filter: Follow-up: Set' }).click();
  await expect(rows).not.toHaveCount(2);
  await expect(page).not.toHaveURL(/hasFollowUp/);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.locator('summary', { hasText: 'Follow-up' }).click();
  await page.getByRole('checkbox', { name: 'Not set' }).click();
  await expect(page).toHaveURL(/hasFollowUp=no/);
  await expect(rows).not.toHaveCount(2);
  await expect(followed).toHaveCount(0);
});
