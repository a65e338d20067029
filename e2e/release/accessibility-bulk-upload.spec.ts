import { pdf } from '#e2e/files.ts';
import { expect, signIn, test } from '#e2e/fixtures.ts';
import { csvText, leadRows, windows1252 } from '#e2e/lead-files.ts';
import { bulkUpload } from '#e2e/screens/bulk-upload.ts';

// Messages that the browser itself logs for the failures these tests provoke.
test.use({ expectedNoise: /ERR_(EMPTY_RESPONSE|CONNECTION|NETWORK)/ });

test.describe('axe finds no violations, light and dark, on bulk upload', () => {
  test('before choosing a file, with file issues, with a file that is not CSV', async ({
    signedIn,
    accessible,
  }) => {
    const page = await signedIn('admin', '/bulk-upload');
    const upload = bulkUpload(page);
    await expect(page.getByRole('heading', { name: 'Earlier uploads' })).toBeVisible();
    await accessible();
    const rows = leadRows(3, 5_001).map((row) => ({ ...row, firstName: 'Zoë' }));
    const buffer = Buffer.from(csvText(rows, ';').replace('firstName', 'First Name'), 'utf8');
    await upload.choose({ name: 'told.csv', mimeType: 'text/csv', buffer });
    await expect(page.getByText('The file uses semicolons.')).toBeVisible();
    await accessible();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await upload.choose(pdf('leads.csv'));
    await expect(page.getByText('not a CSV file or a workbook')).toBeVisible();
    await accessible();
  });

  test('reading, with questions, checked, fixed, edited', async ({ page, network, accessible }) => {
    const upload = bulkUpload(page);
    // Before the page opens: it asks for the contacts in advance.
    network.holdResponses('GET', '/portal/contacts');
    await signIn(page, 'admin', network.url, '/bulk-upload');
    await upload.choose(invalidFile('checked.csv', 6_001));
    await expect(page.getByText('Checking checked.csv')).toBeVisible();
    await accessible();
    network.dropResponses('GET', '/portal/contacts', 0);
    await expect(page.getByRole('grid')).toBeVisible();
    network.holdResponses('POST', '/portal/bulk-uploads');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await upload.choose(invalidFile('asked-about.csv', 6_101));
    await expect(page.getByText('Checking whether this file was uploaded before')).toBeVisible();
    await accessible();
    network.dropResponses('POST', '/portal/bulk-uploads', 0);
    await expect(page.getByRole('grid')).toBeVisible();
    await accessible();
    await page.getByRole('button', { name: /^Fix this row/ }).click();
    await expect(page.getByText('No row matches an existing lead.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Undo: / })).toBeVisible();
    await accessible();
    await page.setViewportSize({ width: 390, height: 844 });
    await accessible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('gridcell').first().dblclick();
    await expect(page.getByRole('grid').getByRole('textbox')).toBeFocused();
    await accessible();
  });

  test('what is asked before rows become leads, while existing leads are searched for duplicates and after it', async ({
    page,
    network,
    accessible,
  }) => {
    const upload = bulkUpload(page);
    const dialog = page.getByRole('dialog');
    const searching = dialog.getByText(/^Still searching existing leads for duplicates: /);
    await signIn(page, 'admin', network.url, '/bulk-upload');
    network.holdResponses('POST', '/portal/bulk-uploads/');
    await upload.choose(invalidFile('confirmed.csv', 6_501));
    await upload.submit.click();
    await expect(dialog).toContainText('go to Ada Marsh');
    await expect(dialog).toContainText('1 row repeats an earlier row');
    await expect(searching).toBeVisible();
    await accessible();
    await dialog.getByLabel('Leave them out').check();
    await expect(dialog).toContainText('1 row repeats an earlier row: left out.');
    await page.setViewportSize({ width: 390, height: 844 });
    await accessible();
    network.dropResponses('POST', '/portal/bulk-uploads/', 0);
    await expect(searching).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: /^Submit/ })).toBeEnabled();
    await accessible();
  });

  test('submitting, without a response, paused, finished, and its row results', async ({
    page,
    network,
    accessible,
  }) => {
    const rows = ['POST', '/portal/bulk-uploads/'] as const;
    const upload = bulkUpload(page);
    await signIn(page, 'admin', network.url, '/bulk-upload');
    await upload.choose(invalidFile('submitted.csv', 7_001));
    network.holdResponses(...rows);
    await upload.submitAll();
    await expect(page.getByText('Submitting submitted.csv')).toBeVisible();
    await accessible();
    network.dropResponses(...rows, 50);
    await expect(page.getByText('The service isn’t responding')).toBeVisible();
    await accessible();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Resume at any time.')).toBeVisible();
    await accessible();
    network.dropResponses(...rows, 0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText(/leads submitted/)).toBeVisible();
    await accessible();
    await page.getByRole('link', { name: 'View row results' }).click();
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await accessible();
    await page.getByRole('button', { name: /^Blank/ }).click();
    await expect(page.getByText('No row of this upload is blank.')).toBeVisible();
    await accessible();
  });

  test('stopped, above the earlier uploads, and resumed', async ({ page, network, accessible }) => {
    const upload = bulkUpload(page);
    const file = invalidFile('stopped.csv', 8_001);
    await signIn(page, 'admin', network.url, '/bulk-upload');
    await upload.choose(file);
    network.holdResponses('POST', '/portal/bulk-uploads/');
    await upload.submitAll();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('Stopped after 0 leads')).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'stopped.csv' })).toBeVisible();
    await accessible();
    await page.getByRole('button', { name: 'Upload another file' }).click();
    await upload.choose(file);
    await expect(page.getByText(/^Uploaded on/)).toBeVisible();
    await expect(page.getByRole('grid')).toBeVisible();
    await accessible();
  });

  test('for a broker', async ({ signedIn, accessible }) => {
    const page = await signedIn('broker', '/bulk-upload');
    await expect(page.getByText('Only partner admins can upload files of leads')).toBeVisible();
    await accessible();
  });
});

/**
 * Returns a file with valid rows, one damaged by Excel, one that repeats another, and one that
 * nothing fixes.
 */
function invalidFile(name: string, from: number) {
  const rows = leadRows(30, from).map((row, index) => ({
    ...row,
    ...(index === 3 && { amountRequested: '$50,000.00' }),
    ...(index === 5 && { phone: 'see notes' }),
    ...(index === 7 && { phone: leadRows(1, from)[0]?.['phone'] ?? '' }),
  }));
  return windows1252(name, rows);
}
