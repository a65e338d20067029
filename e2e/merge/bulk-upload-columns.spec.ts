import { expect, test } from '#e2e/fixtures.ts';
import { bulkUpload } from '#e2e/screens/bulk-upload.ts';

const salesforce = {
  name: 'salesforce.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Leads this quarter',
      '',
      'First Name,Last Name,Company / Account,Reachable on,Lead Source,Lead ID',
      'Noor,Report 1,Harbour Report 1,+12125550301,Web,00Q1',
      'Noor,Report 2,Harbour Report 2,+12125550302,Web,00Q2',
    ].join('\r\n'),
  ),
};

test('an export of Salesforce below title rows names what is missing, comes back as assigned when chosen again, and becomes leads', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const upload = bulkUpload(page);
  const checked = {
    read: 4,
    ready: 2,
    'to fix': 0,
    'left out': 0,
    blank: 0,
    'title and header': 2,
  };
  await upload.choose(salesforce);
  await expect(
    page.getByText('The header is in row 3; the 2 rows above it are ignored.'),
  ).toBeVisible();
  const missing = page.getByText('No column for Phone, which is required. Choose it below.');
  await expect(missing).toBeVisible();
  const target = page.getByRole('combobox', { name: 'Reachable on goes to' });
  await target.selectOption('Phone');
  await expect(missing).toHaveCount(0);
  await page.getByRole('button', { name: 'Check rows' }).click();
  await upload.expectTotals(checked);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.reload();
  await upload.choose(salesforce);
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText(/^Checked on .+ by .+/)).toBeVisible();
  await expect(page.getByText('The columns and encoding chosen then are restored.')).toBeVisible();
  await expect(target).toHaveValue('phone');
  await upload.goToRow(5);
  await expect(page.getByRole('row', { name: /^5/ })).toContainText('Report 2');
  await page.getByRole('combobox', { name: 'Lead Source goes to' }).selectOption('Add to notes');
  await upload.expectTotals(checked);
  await upload.submitAll();
  await expect(page.getByText('2 leads submitted')).toBeVisible();
});
