import { expect, test } from '#e2e/fixtures.ts';
import { keyboard } from '#e2e/screens/keyboard.ts';

test('lists have the controls and keys of what the service offers, and no others', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  const { press } = keyboard(page);
  const heading = page.getByRole('heading', { level: 1 });
  const links = page.getByRole('rowheader').getByRole('link');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // The shortcuts are loaded after a page.
  await expect(links).toHaveCount(20);
  await expect(async () => {
    await press('?');
    await expect(help).toBeVisible({ timeout: 500 });
  }).toPass();
  for (const label of ['New lead', 'Next row', 'Open the row'])
    await expect(help.getByText(label, { exact: true })).toBeVisible();
  for (const label of ['Search', 'Select the row'])
    await expect(help.getByText(label, { exact: true })).toHaveCount(0);
  await press('Escape');
  await expect(help).toHaveCount(0);

  for (const list of ['Leads', 'Deals']) {
    await page.getByRole('link', { name: list, exact: true }).click();
    await expect(heading).toHaveText(list);
    await expect(page.getByRole('button', { name: 'Display' })).toBeVisible();
    const main = page.getByRole('main');
    const button = /^(Filter|Save as view|More)/;
    await expect(main.getByRole('button', { name: button })).toHaveCount(0);
    await expect(main.getByRole('checkbox')).toHaveCount(0);
    await expect(main.getByRole('searchbox')).toHaveCount(0);
    await expect(main.getByRole('combobox', { name: 'Order' })).toHaveCount(0);
    await expect(main.getByRole('columnheader').getByRole('link')).toHaveCount(0);
  }

  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await expect(heading).toHaveText('Leads');
  await page.getByRole('button', { name: 'Display' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Phone', exact: true }).press('Space');
  await press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible();
  const [first = '', second = ''] = await links.allInnerTexts();
  await press('j');
  await expect(links.nth(0)).toBeFocused();
  await press('/');
  await press('x');
  await expect(links.nth(0)).toBeFocused();
  await expect(page.getByText(/selected/)).toHaveCount(0);
  await press('Enter');
  await expect(heading).toHaveText(first);
  await expect(page.getByRole('link', { name: /^Next lead/ })).toBeVisible();
  await press('j');
  await expect(heading).toHaveText(second);
  await page.goBack();
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible();
  await press('n');
  await expect(heading).toHaveText('New lead');

  // An address from elsewhere: all records would look as if they were the ones meant.
  await page.goto('/leads?q=Ida&status=New');
  await expect(page.getByRole('alert')).toContainText('aren’t available here');
  await expect(links).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the whole list' }).click();
  await expect(links).toHaveCount(20);
});
