import { utimes, writeFile } from 'node:fs/promises';

import { expect, test } from '#e2e/fixtures.ts';
import { csvText, leadRows, windows1252 } from '#e2e/lead-files.ts';
import { bulkUpload } from '#e2e/screens/bulk-upload.ts';

test('a file whose letters look wrong is read in another encoding in place, and keeps what was edited', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const upload = bulkUpload(page);
  const name = (text: string) => upload.grid.getByRole('gridcell', { name: text, exact: true });
  const reading = (label: string | RegExp) => page.getByRole('radio', { name: label });
  // In windows-1250, these bytes are “Kovačević”.
  const rows = leadRows(3, 2_501).map((row) => ({ ...row, lastName: 'Kovaèeviæ' }));
  const file = windows1252('clients.csv', rows);
  await upload.choose(file);
  await expect(page.getByRole('group', { name: 'Letters look wrong? Read as' })).toBeVisible();
  await expect(reading(/windows-1250\): “Kovačević”$/)).toBeChecked();
  await accessible();
  await reading(/windows-1252\): “Kovaèeviæ”$/).check();
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(name('Kovaèeviæ')).toHaveCount(3);
  await name('Noor').first().dblclick();
  await page.keyboard.type(' Edited');
  await page.keyboard.press('Enter');
  await expect(name('Noor Edited')).toBeVisible();

  const question = page.getByRole('button', { name: 'Letters look wrong?' });
  await question.click();
  await expect(page.getByRole('combobox', { name: 'More' })).toHaveValue('');
  await accessible();
  await reading(/windows-1250\): “Kovačević”$/).check();
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByText('windows-1250: “Kovačević”')).toBeVisible();
  await expect(name('Kovačević')).toHaveCount(3);
  await expect(name('Noor Edited')).toBeVisible();
  await expect(page.getByText('All changes saved')).toBeVisible();

  await page.reload();
  await upload.choose(file);
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(name('Kovačević')).toHaveCount(3);
  await expect(name('Noor Edited')).toBeVisible();
});

test('a file that Excel saved as CSV UTF-8 is checked at once, lost letters are pointed out, and with no row ready fixing is the main action', async ({
  signedIn,
  leadCounter,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const leads = await leadCounter(page);
  const before = await leads();
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
  // One letter alone doesn't tell the encodings apart, so the readings are shown first.
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

  const rows = leadRows(3, 2_301).map((row, index) => ({
    ...row,
    ...(index === 0 && { amountRequested: '$50,000.00' }),
    ...(index > 0 && { phone: 'see notes' }),
  }));
  await page.getByRole('button', { name: 'Choose another file' }).click();
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

test('a file that changes on disk after it was chosen is not submitted', async ({
  signedIn,
  accessible,
}, info) => {
  const page = await signedIn('admin', '/bulk-upload');
  const path = info.outputPath('changing.csv');
  await writeFile(path, csvText(leadRows(3, 3_101), ';'));
  // Browsers compare modification times by the second to see whether a file has changed.
  await utimes(path, new Date(2_026, 0, 1), new Date(2_026, 0, 1));
  const upload = bulkUpload(page);
  await upload.choose(path);
  const read = page.getByRole('button', { name: 'Check rows' });
  await expect(read).toBeVisible();
  await writeFile(path, csvText(leadRows(4, 3_101), ';'));
  await read.click();
  await expect(page.getByText('changing.csv couldn’t be read')).toBeVisible();
  await expect(page.getByText(/was changed, moved or deleted/)).toBeVisible();
  await accessible();
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
