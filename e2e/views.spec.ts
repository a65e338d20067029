import { expect, test } from './fixtures.ts';

test('a filtered list is saved as a view, pinned with its number, and opened from the side bar', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('otherAdmin', '/leads');
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search status' }).fill('closed');
  // What is checked is what the address says, a moment after the click.
  await page.getByRole('checkbox', { name: 'Closed' }).click();
  await expect(page.getByRole('checkbox', { name: 'Closed' })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More filters', exact: true }).click();
  await page.getByLabel('Created', { exact: true }).selectOption('More than … days ago');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\/leads\?status=Closed&createdBefore=P7D$/);
  await expect(page).toHaveTitle('Leads · Closed · Created more than 7 days ago · Partner portal');

  await page.getByRole('button', { name: 'Views' }).click();
  const name = `Closed ones ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Name of the view' }).fill(name);
  await page.getByRole('button', { name: 'Save view' }).click();
  const pinned = page.getByRole('navigation', { name: 'Pinned views' }).getByText(name);
  await expect(pinned).toBeVisible();
  await accessible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/leads$/);
  await pinned.click();
  await expect(page).toHaveURL(/\/leads\?status=Closed&createdBefore=P7D$/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete this view?' }).click();
  await expect(pinned).toBeHidden();
});
