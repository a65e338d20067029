import { expect, test } from './fixtures.ts';
import { csvText, leadRows, windows1252 } from './lead-files.ts';
import { bulkUpload } from './screens/bulk-upload.ts';

test('a file that Excel saved as CSV UTF-8 is checked at once, and lost letters are pointed out before submission', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const upload = bulkUpload(page);
  await expect(page.getByText(/a sheet saved as “CSV UTF-8 \(comma delimited\)”/)).toBeVisible();
  const stored = leadRows(3, 2_101).map((row) => ({ ...row, firstName: 'Hēmi' }));
  const buffer = Buffer.from(`\uFEFF${csvText(stored)}`);
  await upload.choose({ name: 'kept.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('UTF-8 with BOM')).toBeVisible();
  await expect(page.getByText(/look wrong|are missing/)).toHaveCount(0);
  await expect(upload.submit).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();

  const lost = leadRows(3, 2_201).map((row, index) => ({
    ...row,
    lastName: ['Garc¡a', 'H?mi', 'Baker'][index]!,
  }));
  await upload.choose(windows1252('lost.csv', lost));
  // One letter alone doesn't tell the encodings apart, so both readings are shown first.
  await expect(page.getByRole('radio', { name: /cp850\): “García”$/ })).toBeChecked();
  await page.getByRole('radio', { name: /windows-1252\): “Garc¡a”$/ }).check();
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('The letters of 1 cell look wrong.', { exact: true })).toBeVisible();
  await expect(page.getByText('Row 2, Last name: Garc¡a')).toBeVisible();
  await expect(page.getByText('Row 3, Last name: H?mi')).toBeVisible();
  await expect(upload.said).toContainText('Letters are missing in 1 cell.');
  await expect(page.getByText(/CSV UTF-8 \(comma delimited\)/).first()).toBeVisible();
  // Said once more where the leads are submitted.
  await expect(page.getByText(/^Nothing is sent .* Letters are missing in 1 cell\./)).toBeVisible();
  await expect(upload.submit).toBeVisible();
});

test('with no row ready, fixing is the main action; saving the rows as rejected asks first', async ({
  signedIn,
  leadCounter,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const leads = await leadCounter(page);
  const before = await leads();
  const upload = bulkUpload(page);
  const rows = leadRows(3, 2_301).map((row, index) => ({
    ...row,
    ...(index === 0 && { amountRequested: '$50,000.00' }),
    ...(index > 0 && { phone: 'see notes' }),
  }));
  await upload.choose(windows1252('none-ready.csv', rows));
  await expect(page.getByText('No rows are ready to submit. Fix the issues above.')).toBeVisible();
  await expect(upload.submit).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Issues' })).toContainText('$50,000.00');
  await expect(page.getByRole('button', { name: 'Apply 1 fix' })).toBeVisible();
  await page.getByRole('button', { name: 'Save as rejected for later' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save 3 rows as rejected?' });
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await upload.expectTotals({ read: 3, ready: 0, 'to fix': 3, 'left out': 0, blank: 0 });
  await page.getByRole('button', { name: 'Save as rejected for later' }).click();
  await dialog.getByRole('button', { name: 'Save as rejected' }).click();
  await upload.expectTotals({ read: 3, submitted: 0, rejected: 3, 'left out': 0, blank: 0 });
  expect(await leads()).toBe(before);
});
