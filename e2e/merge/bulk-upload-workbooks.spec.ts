import { expect, test } from '#e2e/fixtures.ts';
import { leadRows } from '#e2e/lead-files.ts';
import { bulkUpload, downloaded } from '#e2e/screens/bulk-upload.ts';
import { leadsList } from '#e2e/screens/leads-list.ts';
import { filled, xlsx } from '#e2e/workbook-files.ts';

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

test('answers for one workbook are proposed again for the next one; of another its sheet is chosen, and its rejected rows come back as a workbook', async ({
  signedIn,
}) => {
  const page = await signedIn('otherAdmin', '/bulk-upload');
  const upload = bulkUpload(page);
  const template = await downloaded(
    page,
    page.getByRole('link', { name: 'Download Excel workbook template' }),
  );
  const workbook = (name: string, from: number) => {
    const rows = leadRows(4, from).map((row, index) => ({
      ...row,
      ...(index < 2 && { phone: `0412 ${index}${from % 100} 678` }),
      ...(index > 1 && { loanPurpose: ['working capital', 'Overdraft'][index % 2]! }),
    }));
    return { name, mimeType: xlsx, buffer: filled(template.bytes, 2, rows) };
  };
  const issues = page.getByRole('region', { name: 'Issues' });
  const country = issues.getByLabel(/Which country are they from\?/);
  const purpose = issues.getByLabel(/What does “working capital” mean/);
  const overdraft = issues.getByLabel(/What does “Overdraft” mean/);
  await upload.drop(workbook('june.xlsx', 7_211));
  await upload.expectTotals({ read: 4, ready: 0, 'to fix': 4, 'left out': 0, blank: 0 });
  await expect(country).toHaveValue('');
  await expect(overdraft).toHaveValue('');
  await country.selectOption('AU');
  await purpose.selectOption('Expansion & Growth');
  await overdraft.selectOption('Other');
  await upload.fixEverything(4);
  await upload.submitAll();
  await upload.expectTotals({ read: 4, submitted: 4, rejected: 0, 'left out': 0, blank: 0 });

  await page.getByRole('button', { name: 'Upload another file' }).click();
  await upload.drop(workbook('july.xlsx', 7_222));
  await expect(country).toHaveValue('AU');
  await expect(purpose).toHaveValue('Expansion & Growth');
  await expect(overdraft).toHaveValue('Other');
  await upload.expectTotals({ read: 4, ready: 0, 'to fix': 4, 'left out': 0, blank: 0 });
  await expect(upload.submit).toHaveCount(0);
  await upload.fixEverything(4);
  await upload.expectTotals({ read: 4, ready: 4, 'to fix': 0, 'left out': 0, blank: 0 });

  const rows = leadRows(3, 7_101).map((row, index) => ({
    ...row,
    companyName: index === 1 ? "'=SUM(A1)" : '=SUM(A1)',
    ...(index < 2 && { phone: 'ask Renée' }),
  }));
  await page.getByRole('button', { name: 'Choose another file' }).click();
  const buffer = filled(template.bytes, 2, rows);
  await upload.choose({ name: 'two sheets.xlsx', mimeType: xlsx, buffer });
  await page.getByLabel('Sheet', { exact: true }).selectOption('How to use');
  await expect(page.getByText('Its sheet “How to use” is read; “Leads” is not.')).toBeVisible();
  await expect(page.getByRole('row', { name: /How to use this workbook/ })).toBeVisible();
  await page.getByLabel('Sheet', { exact: true }).selectOption('Leads');
  await upload.expectTotals({ read: 3, ready: 1, 'to fix': 2, 'left out': 0, blank: 0 });
  await upload.submitAll();
  await upload.expectTotals({ read: 3, submitted: 1, rejected: 2, 'left out': 0, blank: 0 });

  const rejected = await downloaded(
    page,
    page.getByRole('link', { name: 'Rejected rows (Excel)' }),
  );
  await page.getByRole('button', { name: 'Upload another file' }).click();
  await upload.choose({ name: rejected.name, mimeType: xlsx, buffer: rejected.bytes });
  await upload.expectTotals({ read: 2, ready: 0, 'to fix': 2, 'left out': 0, blank: 0 });
  await expect(upload.grid.getByText('=SUM(A1)', { exact: true })).toHaveCount(2);
});
