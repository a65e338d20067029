import { expect, test } from '#e2e/fixtures.ts';

test('columns are chosen by keyboard, and are there without the address too; on a phone nothing is said of them', async ({
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
  await page.getByRole('button', { name: 'Display' }).press('Enter');
  await page.getByText('Columns', { exact: true }).press('Enter');
  const chosen = stored(/\.phone$/);
  await page.getByRole('checkbox', { name: 'Phone', exact: true }).press('Space');
  await expect(page).toHaveURL(/columns=[\w.]+\.phone$/);
  await expect(page.getByRole('checkbox', { name: 'Phone', exact: true })).toBeFocused();
  await accessible();
  await page.keyboard.press('Escape');
  await chosen;
  await page.goto('/leads');
  await expect(header).toBeVisible();
  await page.getByRole('button', { name: 'Display' }).press('Enter');
  await page.getByRole('combobox', { name: 'Groups' }).selectOption('By status');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('rowheader', { name: /^New \d/ }).first()).toBeVisible();
  await accessible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/leads?status=New&waitingOn=lender');
  await page.getByRole('button', { name: /^Filter ?2$/ }).press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Lender' })).toBeChecked();
  await accessible();
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByRole('button', { name: 'Display' }).press('Enter');
  await expect(page.getByRole('combobox', { name: 'Order' })).toBeVisible();
  await expect(page.getByText('Columns', { exact: true })).toBeHidden();
  await accessible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Display' }).press('Enter');
  await page.getByText('Columns', { exact: true }).press('Enter');
  const reset = stored(/^$/);
  await page.getByRole('button', { name: 'Reset columns' }).press('Enter');
  await reset;
  await page.goto('/leads');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(header).toBeHidden();
});
