import { expect, test } from './fixtures.ts';

test(
  'by keyboard alone: a record is found by what is known of it, and a page by its name',
  { tag: '@in-front' },
  async ({ signedIn, accessible, behind }) => {
    const page = await signedIn('admin');
    const row = page.getByRole('rowheader').first().getByRole('link');
    const client = await row.innerText();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));

    await page.getByRole('button', { name: 'Search' }).click();
    const menu = page.getByRole('dialog', { name: 'Search and commands' });
    const field = menu.getByRole('combobox');
    await expect(field).toBeFocused();
    await expect(menu.getByRole('option', { name: 'New lead' })).toBeVisible();
    await accessible();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Search' })).toBeFocused();

    await page.keyboard.press('ControlOrMeta+k');
    if (behind === 'own records') {
      // The words in another order, in capitals.
      const typed = client.split(' ').toReversed().join(' ').toUpperCase();
      await field.fill(typed);
      const option = menu.getByRole('option', { selected: true });
      await expect(option).toContainText(client);
      await expect(menu.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
      await accessible();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page).toHaveURL(/\/(leads|deals)\/\w+$/);
      expect(addresses.filter((url) => decodeURIComponent(url).includes(typed))).toEqual([]);
    } else {
      const id = (await row.getAttribute('href'))?.split('/').at(-1) ?? '';
      await field.fill(id);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: client })).toBeFocused();
    }

    await page.keyboard.press('ControlOrMeta+k');
    await field.fill('bulk');
    await expect(menu.getByRole('option', { selected: true })).toHaveText(/^Bulk upload/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Bulk upload' })).toBeFocused();
  },
);
