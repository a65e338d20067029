import { expect, test } from './fixtures.ts';
import { leadCells, leadRows, windows1252 } from './lead-files.ts';
import { bulkUpload } from './screens/bulk-upload.ts';
import { leadsList } from './screens/leads-list.ts';

test(
  'results name the client and company of each row, link its lead and give every reason',
  { tag: '@in-front' },
  async ({ signedIn, behind, accessible }) => {
    const page = await signedIn('admin', '/bulk-upload');
    const rows = leadRows(3, 9_101);
    const invalid = leadCells(9_104, { phone: 'none', email: 'nowhere' });
    const upload = bulkUpload(page);
    await upload.choose(windows1252('named.csv', [...rows, invalid]));
    await upload.submitAll();
    await expect(page.getByText('3 leads submitted')).toBeVisible();
    await page.getByRole('link', { name: 'View row results' }).click();

    const results = page.getByRole('table', { name: 'Row results' });
    const rejected = results.getByRole('row', { name: 'Rejected' });
    await expect(rejected).toContainText('Noor Sample 9104');
    await expect(rejected).toContainText('Harbour Row 9104');
    await expect(rejected.getByRole('listitem')).toHaveCount(2);
    const link = results.getByRole('link', { name: 'View lead of row 3', exact: true });
    const submitted = results.getByRole('row').filter({ hasText: 'Noor Sample 9102' });
    // In front of a service, leads are there alone, and the portal knows their ids.
    if (behind === 'own records') {
      await expect(submitted).toContainText('Harbour Row 9102');
      await expect(submitted.getByRole('link').first()).toHaveAccessibleName('View lead of row 3');
    }
    await accessible();
    await link.click();
    await expect(page.getByRole('heading', { name: 'Noor Sample 9102' })).toBeVisible();
  },
);

test('leads of one upload are listed in the order of the file', async ({ signedIn, behind }) => {
  const page = await signedIn('admin', '/bulk-upload');
  const upload = bulkUpload(page);
  const rows = leadRows(12, 9_201).map((row) => ({ ...row, companyName: 'Order Traders' }));
  await upload.choose(windows1252('order.csv', rows));
  await upload.submitAll();
  await expect(page.getByText('12 leads submitted')).toBeVisible();
  await leadsList(page, behind).find('Order Traders');
  // The newest first.
  await expect(page.getByRole('rowheader').getByRole('link')).toHaveText(
    rows.map((_row, at) => `Noor Sample ${9_201 + at}`).toReversed(),
  );
});

test(
  'a file that was only checked is called so, with who chose it and what to do next',
  { tag: '@in-front' },
  async ({ signedIn, accessible }) => {
    const page = await signedIn('admin', '/bulk-upload');
    const upload = bulkUpload(page);
    await upload.choose(windows1252('only checked.csv', leadRows(2, 9_301)));
    await expect(upload.submit).toBeVisible();
    await upload.open();
    const row = page.getByRole('row', { name: 'only checked.csv' });
    await expect(row).toContainText('Checked, not submitted');
    await expect(row).toContainText('No row submitted. Choose the file again to submit it.');
    await expect(row).toContainText('Ada Marsh');
    await row.getByRole('link').click();
    await expect(page.getByText('No row of this file was submitted.')).toBeVisible();
    await accessible();
  },
);
