import type { Locator, Page } from '@playwright/test';

import { expect, test } from '#e2e/fixtures.ts';
import { leadCells, windows1252 } from '#e2e/lead-files.ts';
import { bulkUpload } from '#e2e/screens/bulk-upload.ts';

test('a file is uploaded, fixed and submitted by keyboard alone', async ({ signedIn }) => {
  const page = await signedIn('admin', '/bulk-upload');
  const { keyboard } = page;
  const rows = [
    leadCells(4_001, { amountRequested: '$50,000.00' }),
    leadCells(4_002, { phone: 'see notes' }),
    leadCells(4_003, { amountRequested: '1,200' }),
  ];
  const upload = bulkUpload(page);
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, page.getByRole('button', { name: 'Choose a CSV or Excel file' }));
  await keyboard.press('Enter');
  const chooser = await choosing;
  await chooser.setFiles(windows1252('keyboard.csv', rows));
  await upload.expectTotals({ read: 3, ready: 0, 'to fix': 3, 'left out': 0, blank: 0 });

  await tabTo(page, page.getByRole('button', { name: /^Fix all 2: / }));
  await keyboard.press('Enter');
  await upload.expectTotals({ read: 3, ready: 2, 'to fix': 1, 'left out': 0, blank: 0 });

  await tabTo(page, upload.grid.locator('[tabindex="0"]'));
  for (const cell of ['Sample 4002', 'Harbour Row 4002', 'see notes']) {
    await keyboard.press('ArrowRight');
    await expect(upload.grid.locator('td:focus')).toHaveText(cell);
  }
  await keyboard.press('F2');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('+12065550100');
  await keyboard.press('Enter');
  await expect(upload.said).toContainText('Row 3, Phone: correct. 0 rows to fix.');
  // The grid has the focus again once the editor has closed.
  await expect(upload.grid.locator(':focus')).toBeVisible();
  await keyboard.press('ControlOrMeta+z');
  await expect(upload.said).toContainText('Undone: row 3, Phone.');
  await upload.expectTotals({ read: 3, ready: 2, 'to fix': 1, 'left out': 0, blank: 0 });
  await keyboard.press('ControlOrMeta+Shift+z');
  await upload.expectTotals({ read: 3, ready: 3, 'to fix': 0, 'left out': 0, blank: 0 });

  await tabTo(page, page.getByRole('button', { name: 'Submit 3 leads' }));
  await expect(page.getByText(/^No row match(es|ed) an existing lead/)).toBeVisible();
  await keyboard.press('Enter');
  await expect(upload.said).toContainText('3 read: 3 submitted, 0 rejected');
  await tabTo(page, page.getByRole('link', { name: 'View row results' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'keyboard.csv' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Row results' })).toContainText('Submitted');
});

/** Presses Tab until the target has the focus, as a keyboard user does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${String(target)}.`);
}
