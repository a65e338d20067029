import { expect, test } from './fixtures.ts';

test('a filtered list is saved as a view, pinned with its number, and opened from the side bar', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('otherAdmin', '/leads');
  // Each time a menu is opened, what is typed goes to its search: by keyboard, and by mouse.
  await page.getByRole('button', { name: 'Status', exact: true }).press('Enter');
  const words = page.getByRole('searchbox', { name: 'Search status' });
  await expect(words).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Status', exact: true }).press('Enter');
  await expect(words).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await expect(words).toBeFocused();
  await page.keyboard.type('converted');
  // What is checked is what the address says, a moment after the click.
  await page.getByRole('checkbox', { name: 'Converted' }).click();
  await expect(page.getByRole('checkbox', { name: 'Converted' })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More filters', exact: true }).click();
  await page.getByLabel('Created', { exact: true }).selectOption('More than … days ago');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\/leads\?status=Converted&createdBefore=P7D$/);
  await expect(page).toHaveTitle(
    'Leads · Converted · Created more than 7 days ago · Partner portal',
  );
  const exporting = await page.getByRole('button', { name: /^Export \d+ leads?$/ }).innerText();
  const total = /\d+/.exec(exporting)?.[0] ?? '';

  await page.getByRole('button', { name: 'Views' }).click();
  const name = `Converted ones ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Name of the view' }).fill(name);
  await page.getByRole('button', { name: 'Save view' }).click();
  const pinned = page.getByRole('navigation', { name: 'Pinned views' }).getByText(name);
  await expect(pinned).toBeVisible();
  const counted = page
    .getByRole('navigation', { name: 'Pinned views' })
    .getByRole('link', { name });
  await expect(counted).toHaveAccessibleName(new RegExp(`${name} ?${total}$`));
  await accessible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/leads$/);
  await pinned.click();
  await expect(page).toHaveURL(/\/leads\?status=Converted&createdBefore=P7D$/);
  await expect(page).toHaveTitle(`Leads · ${name} · Partner portal`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete this view?' }).click();
  await expect(pinned).toBeHidden();
});

test('columns are chosen by keyboard, and are there without the address too; on a phone, all is behind one button', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('otherBroker', '/leads');
  const header = page.getByRole('columnheader', { name: 'Phone' });
  const stored = async (columns: RegExp) =>
    page.waitForResponse((response) => {
      if (!response.url().endsWith('/portal/list-columns')) return false;
      const { columns: sent } = response.request().postDataJSON();
      return columns.test(sent) && response.ok();
    });
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search columns' })).toBeFocused();
  await page.getByRole('checkbox', { name: 'Phone', exact: true }).press('Space');
  await expect(page).toHaveURL(/columns=[\w.]+\.phone$/);
  const moved = stored(/\.phone\.\w+$/);
  await page.getByRole('button', { name: 'Move Phone up' }).press('Enter');
  await expect(page).toHaveURL(/columns=[\w.]+\.phone\.\w+$/);
  await expect(page.getByRole('button', { name: 'Move Phone up' })).toBeFocused();
  await accessible();
  await page.keyboard.press('Escape');
  await moved;
  await page.goto('/leads');
  await expect(header).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/leads?status=New&waitingOn=lender');
  await page.getByRole('button', { name: 'Filters (2)' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Status: New', exact: true })).toBeVisible();
  await accessible();
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  const reset = stored(/^$/);
  await page.getByRole('button', { name: 'Usual columns' }).press('Enter');
  await reset;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/leads');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(header).toBeHidden();
});
