import { expect, untilHydrated, test } from '#e2e/fixtures.ts';
import { leadRows, windows1252 } from '#e2e/lead-files.ts';
import { bulkUpload } from '#e2e/screens/bulk-upload.ts';
import { hold, openServerRendered, scripts } from '#e2e/screens/first-page.ts';

test.use({ translated: true });

test('a page that the browser translates leads from the list to a lead, and shows what changes', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading.locator('font').first()).toHaveText('Leads');
  const rows = page.getByRole('table', { name: 'Leads', exact: true }).locator('tbody tr');
  for (const [row, count] of ['1 selected', '2 selected', '3 selected'].entries()) {
    await rows.nth(row).getByRole('checkbox').check();
    await expect(page.getByText(count)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 selected')).toHaveCount(0);

  const link = rows.first().getByRole('link');
  await expect(link.locator('font'), 'a name stays as it is').toHaveCount(0);
  const name = await link.innerText();
  await link.click();
  await expect(heading).toHaveText(name);
  await expect(heading.locator('font')).toHaveCount(0);
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await expect(heading).toHaveText(/^Leads/);

  await test.step('a press on the translated page before it is hydrated', async () => {
    const continueScripts = await hold(page, scripts);
    await openServerRendered(page, '/leads');
    await expect(page.locator('h1 font').first()).toHaveText('Leads');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    continueScripts();
    await untilHydrated(page);
    await expect(page.getByRole('combobox', { name: 'Status' })).toBeVisible();
  });
});

test('a file for bulk upload is read, fixed and submitted while the browser translates', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const upload = bulkUpload(page);
  const rows = leadRows(4, 70_001).map((row, index) => ({
    ...row,
    ...(index < 2 && { phone: `0491 570 15${index + 6}` }),
  }));
  await upload.choose(windows1252('translated.csv', rows));
  const totals = { read: 4, ready: 2, 'to fix': 2, 'left out': 0, blank: 0 };
  await upload.expectTotals(totals);
  await page.getByLabel('Which country are they from?').selectOption('AU');
  await page.getByRole('button', { name: /^Fix all 2: / }).click();
  await upload.expectTotals({ ...totals, ready: 4, 'to fix': 0 });
  await upload.submitAll();
  await expect(page.getByText('4 leads submitted')).toBeVisible();
});
