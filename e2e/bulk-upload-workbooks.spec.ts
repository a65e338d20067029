import { expect, test } from './fixtures.ts';
import { leadRows } from './lead-files.ts';
import { bulkUpload, downloaded } from './screens/bulk-upload.ts';
import { leadsList } from './screens/leads-list.ts';
import { filled, xlsx } from './workbook-files.ts';

test('the template workbook is downloaded, filled in and dropped; every row becomes a lead, cell by cell', async ({
  signedIn,
  behind,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const upload = bulkUpload(page);
  const template = await downloaded(
    page,
    page.getByRole('link', { name: 'Download Excel workbook template' }),
  );
  const rows = leadRows(3, 7_001).map((row, index) => ({
    ...row,
    firstName: ['Hēmi', 'Łucja', '咲良'][index]!,
    companyName: 'Workbook Traders',
    amountRequested: '50000',
    businessStartDate: '1984-03-14',
    notes: 'One line,\n“another” & <more>',
  }));
  const buffer = filled(template.bytes, 2, rows);
  await upload.drop({ name: 'leads.xlsx', mimeType: xlsx, buffer });
  await expect(page.getByText('Excel workbook (.xlsx)')).toBeVisible();
  await expect(page.getByLabel('Sheet', { exact: true })).toHaveValue('Leads');
  await upload.expectTotals({ read: 3, ready: 3, 'to fix': 0, 'left out': 0, blank: 0 });
  await upload.submitAll();
  await upload.expectTotals({ read: 3, submitted: 3, rejected: 0, 'left out': 0, blank: 0 });
  await leadsList(page, behind).find('Workbook Traders');
  await page.getByRole('link', { name: 'Hēmi Sample 7001' }).click();
  await expect(page.getByText('14 March 1984').first()).toBeVisible();
  await expect(page.getByText('50,000').first()).toBeVisible();
  await expect(page.getByText('“another” & <more>')).toBeVisible();
});
