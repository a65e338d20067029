import { expect, test } from '#e2e/fixtures.ts';
import { csvText, leadCells } from '#e2e/lead-files.ts';
import { bulkUpload } from '#e2e/screens/bulk-upload.ts';
import { countClicks } from '#e2e/screens/clicks.ts';

test('300 rows that a spreadsheet damaged become leads in at most four clicks', async ({
  signedIn,
  leadCounter,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const leads = await leadCounter(page);
  const before = await leads();
  const upload = bulkUpload(page);
  await upload.drop(damagedFile('june.csv', 20_000));
  await upload.expectTotals({ read: 302, ready: 1, 'to fix': 300, 'left out': 0, blank: 1 });
  const clicks = await countClicks(page);

  // Proposed, with the evidence, and not applied yet.
  await expect(page.getByLabel(/Which country are they from/)).toHaveValue('AU');
  await expect(
    page.getByRole('radio', { name: /^Day first, as in \d+ other dates \(suggested\)/ }),
  ).toBeChecked();
  await expect(page.getByText('Phone shortened by Excel').first()).toBeVisible();
  await upload.fixEverything(805);
  await upload.expectTotals({ read: 302, ready: 299, 'to fix': 2, 'left out': 0, blank: 1 });
  await expect(upload.said).toContainText('805 cells fixed. 299 ready, 2 to fix.');
  await expect(page.getByText('805 cells fixed', { exact: true })).toBeVisible();
  await expect(page.getByText(/go to Ada Marsh\. .*2 rows will be rejected\./)).toBeVisible();
  await upload.submitAll();
  await expect(page.getByText('299 leads submitted')).toBeVisible({ timeout: 240_000 });
  expect(await clicks()).toBeLessThanOrEqual(4);
  expect(await leads()).toBe(before + 299);
});

test('by keyboard alone they become leads in at most eight presses, with the focus in sight after each', async ({
  signedIn,
  leadCounter,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const leads = await leadCounter(page);
  const before = await leads();
  const upload = bulkUpload(page);
  await upload.choose(damagedFile('may.csv', 23_000));
  await upload.expectTotals({ read: 302, ready: 1, 'to fix': 300, 'left out': 0, blank: 1 });
  const focused = page.locator(':focus');
  let presses = 0;
  const press = async (key: string, leadsTo: string) => {
    presses += 1;
    await page.keyboard.press(key);
    await expect(focused).toHaveAccessibleName(leadsTo);
    await expect(focused).toBeInViewport();
  };
  await press('Tab', 'Skip to the next step');
  await press('Enter', 'Apply 805 fixes');
  await press('Enter', 'Submit 299 leads');
  // One row repeats another one, so that submitting asks whether both become leads.
  presses += 1;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Submit 299 leads?' })).toBeVisible();
  while (!(await upload.confirm.evaluate((button) => button === document.activeElement))) {
    presses += 1;
    await page.keyboard.press('Tab');
    await expect(focused).toBeInViewport();
  }
  presses += 1;
  await page.keyboard.press('Enter');
  await expect(page.getByText('299 leads submitted')).toBeVisible({ timeout: 240_000 });
  expect(presses).toBeLessThanOrEqual(8);
  expect(await leads()).toBe(before + 299);
});

test('everything that was fixed at once is undone in one step, and what is fixed can be shown', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const upload = bulkUpload(page);
  await upload.drop(damagedFile('july.csv', 21_000));
  const damaged = { read: 302, ready: 1, 'to fix': 300, 'left out': 0, blank: 1 };
  await upload.expectTotals(damaged);
  await accessible();
  const purpose = page.getByLabel(/What does “working capital” mean in Loan purpose\?/);
  await expect(purpose).toHaveValue('Working Capital / Cashflow');
  await upload.fixEverything(805);
  await upload.expectTotals({ ...damaged, ready: 299, 'to fix': 2 });
  await page.getByRole('button', { name: /^Show rows: Phone shortened by Excel/ }).click();
  await expect(upload.grid.locator('td:focus')).toHaveText('6.14E+10');
  await accessible();
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await upload.expectTotals(damaged);
  await expect(upload.said).toContainText('Undone. 1 ready, 300 to fix.');
});

test('the editor of a cell and its suggestions are wholly in sight, on a phone too', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const upload = bulkUpload(page);
  await upload.drop(damagedFile('august.csv', 22_000));
  await upload.grid.locator('td').first().click();
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const header = page.getByRole('columnheader', { name: 'Loan purpose' });
    await page.keyboard.press('ControlOrMeta+Home');
    for (let moves = 0; moves < 6; moves += 1) await page.keyboard.press('ArrowRight');
    await expect(header).toBeVisible();
    for (let moves = 0; moves < 6; moves += 1) await page.keyboard.press('PageDown');
    await expect(upload.grid.locator('tr:has(td:focus)')).not.toHaveAttribute('aria-busy');
    await page.keyboard.press('F2');
    await expect(upload.grid.getByRole('listbox')).toBeInViewport({ ratio: 1 });
    await expect(upload.grid.getByRole('combobox')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});

/**
 * Returns 300 rows with phones without country codes, two of them lost, amounts with signs and
 * commas, dates that begin with the day, and 82 times a part of a loan purpose's name; a blank row;
 * and one that repeats an email.
 */
function damagedFile(name: string, from: number) {
  const rows = Array.from({ length: 300 }, (_, index) =>
    leadCells(from + index, {
      email: `client${from + index}@example.test`,
      ...(index % 4 !== 3 && { phone: `0412 345 ${String(100 + index)}` }),
      ...([18, 77].includes(index) && { phone: '6.14E+10' }),
      ...(index % 10 === 1 && { 'businessAddress.country': 'Australia' }),
      ...([0, 3, 7].includes(index % 11) && { loanPurpose: 'working capital' }),
      amountRequested: ['90,000.00', `$${100 + index},000`, '26000'][index % 3] ?? '',
      dateOfBirth: `${1 + (index % 28)}/${1 + (index % 9)}/19${60 + (index % 39)}`,
    }),
  );
  const repeated = leadCells(from + 300, { email: `client${from + 4}@example.test` });
  const buffer = Buffer.from(csvText([...rows, {}, repeated]), 'latin1');
  return { name, mimeType: 'text/csv', buffer };
}
