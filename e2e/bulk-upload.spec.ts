import { expect, test } from './fixtures.ts';
import { csvText, leadCells, leadRows, windows1252 } from './lead-files.ts';
import { bulkUpload, downloaded } from './screens/bulk-upload.ts';
import { leadsList } from './screens/leads-list.ts';

test(
  '500 rows with ten invalid ones become 490 leads and a file of ten, which becomes the rest once corrected',
  { tag: '@in-front' },
  async ({ signedIn, leadCounter }) => {
    const page = await signedIn('admin', '/bulk-upload');
    const leads = await leadCounter(page);
    const before = await leads();
    const rows = leadRows(500).map((row, index) => ({
      ...row,
      firstName: 'Zoë',
      notes: 'Café “L’Été”, 2nd floor'.replaceAll(/[“”]/g, '"').replace('’', "'"),
      ...(index % 50 === 7 && { phone: 'ask Renée' }),
    }));
    const upload = bulkUpload(page);
    await upload.drop(windows1252('spring.csv', rows));
    await upload.expectTotals({ read: 500, ready: 490, 'to fix': 10, 'left out': 0, blank: 0 });
    await expect(upload.said).toContainText('500 read, 490 ready, 10 to fix');
    await upload.submitAll();
    // An existing service receives them one by one.
    await expect(page.getByText('490 leads submitted')).toBeVisible({ timeout: 240_000 });
    await upload.expectTotals({ read: 500, submitted: 490, rejected: 10, 'left out': 0, blank: 0 });
    await expect(upload.said).toContainText('500 read: 490 submitted, 10 rejected');
    expect(await leads()).toBe(before + 490);

    const rejected = await downloaded(
      page,
      page.getByRole('link', { name: 'Rejected rows (CSV)' }),
    );
    const text = rejected.bytes.toString();
    expect(text.match(/ask Renée/g)).toHaveLength(10);
    expect(text.split('\r\n')[0]).toBe(`\uFEFF${csvText([]).trimEnd()}`);
    const reasons = await downloaded(page, page.getByRole('link', { name: 'Reasons (CSV)' }));
    expect(reasons.bytes.toString().match(/ask Renée/g)).toHaveLength(10);

    await page.getByRole('button', { name: 'Upload another file' }).click();
    let row = 0;
    const corrected = text.replaceAll(
      'ask Renée',
      () => leadCells((row += 1) + 500)['phone'] ?? '',
    );
    await upload.drop({ ...windows1252(rejected.name, []), buffer: Buffer.from(corrected) });
    await upload.expectTotals({ read: 10, ready: 10, 'to fix': 0, 'left out': 0, blank: 0 });
    await expect(page.getByRole('button', { name: 'Submit 10 leads' })).toBeVisible();
    await upload.submitAll();
    await upload.expectTotals({ read: 10, submitted: 10, rejected: 0, 'left out': 0, blank: 0 });
    expect(await leads()).toBe(before + 500);
  },
);

test('Excel’s changes are fixed for all rows at once, undone, and fixed again', async ({
  signedIn,
  behind,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const rows = leadRows(30, 1_001).map((row, index) => ({
    ...row,
    companyName: index === 3 ? 'Ledger Repairs' : 'Excel Repairs',
    phone: index % 2 === 0 ? '61491570156' : '0491 570 157',
    amountRequested: '$50,000.00',
    businessStartDate: index === 3 ? '14/03/1984' : '1/02/1990',
  }));
  const upload = bulkUpload(page);
  await upload.choose(windows1252('from-excel.csv', rows));
  const broken = { read: 30, ready: 0, 'to fix': 30, 'left out': 0, blank: 0 };
  await upload.expectTotals(broken);
  await page.getByLabel('Which country are they from?').selectOption('AU');
  await page.getByRole('radio', { name: 'Day first, as in 1 other date' }).check();
  const fixes = page.getByRole('button', { name: /^Fix all 30: / });
  await expect(fixes).toHaveCount(3);
  for (const left of [2, 1, 0]) {
    await fixes.first().click();
    await expect(fixes).toHaveCount(left);
  }
  const fixed = { ...broken, ready: 30, 'to fix': 0 };
  await upload.expectTotals(fixed);
  await expect(page.getByText('+61491570156').first()).toBeVisible();
  await page.getByRole('button', { name: /^Undo: Amount requested/ }).click();
  await upload.expectTotals(broken);
  await page.getByRole('button', { name: /^Fix all 30: Amount requested/ }).click();
  await upload.expectTotals(fixed);
  await upload.submitAll();
  await upload.expectTotals({ read: 30, submitted: 30, rejected: 0, 'left out': 0, blank: 0 });

  await leadsList(page, behind).find('Ledger Repairs');
  await page
    .getByRole('row', { name: /Ledger Repairs/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByRole('link', { name: '+61 491 570 157' })).toBeVisible();
  await expect(page.getByText('50,000').first()).toBeVisible();
  await expect(page.getByText('14 March 1984').first()).toBeVisible();
});

test(
  'UTF-8 with BOM is read without a question, semicolons on one click; results name each row, link its lead and give every reason',
  { tag: '@in-front' },
  async ({ signedIn, behind, accessible }) => {
    const page = await signedIn('admin', '/bulk-upload');
    const names = ['Zoë', 'Ārija', '咲良'];
    const company = { companyName: 'Unicode Traders' };
    const rows = names.map((firstName, index) =>
      leadCells(2_001 + index, { firstName, ...company }),
    );
    const invalid = leadCells(2_004, { phone: 'none', email: 'nowhere', ...company });
    const buffer = Buffer.from(`\uFEFF${csvText([...rows, invalid], ';')}`, 'utf8');
    const upload = bulkUpload(page);
    await upload.choose({ name: 'names.csv', mimeType: 'text/csv', buffer });
    await expect(page.getByText('UTF-8 with BOM')).toBeVisible();
    await expect(page.getByText('The file uses semicolons. We read it correctly.')).toBeVisible();
    await page.getByRole('button', { name: 'Check rows' }).click();
    await upload.submitAll();
    await upload.expectTotals({ read: 4, submitted: 3, rejected: 1, 'left out': 0, blank: 0 });
    await page.getByRole('link', { name: 'View row results' }).click();

    const results = page.getByRole('table', { name: 'Row results' });
    const rejected = results.getByRole('row', { name: 'Rejected' });
    await expect(rejected).toContainText('Noor Sample 2004');
    await expect(rejected).toContainText('Unicode Traders');
    await expect(rejected.getByRole('listitem')).toHaveCount(2);
    const link = results.getByRole('link', { name: 'View lead of row 3', exact: true });
    const submitted = results.getByRole('row').filter({ hasText: 'Ārija Sample 2002' });
    // In front of a service, leads are there alone, and the portal knows their ids.
    if (behind === 'own records') {
      await expect(submitted).toContainText('Unicode Traders');
      await expect(submitted.getByRole('link').first()).toHaveAccessibleName('View lead of row 3');
    }
    await accessible();
    await link.click();
    await expect(page.getByRole('heading', { name: 'Ārija Sample 2002' })).toBeVisible();
    await leadsList(page, behind).find('Unicode Traders');
    const shown = page.getByRole('rowheader').getByRole('link');
    const inFile = names.map((name, index) => `${name} Sample ${2_001 + index}`);
    // The newest first, which is the last of the file.
    if (behind === 'own records') await expect(shown).toHaveText(inFile.toReversed());
    else for (const name of inFile) await expect(shown.filter({ hasText: name })).toBeVisible();
  },
);

test(
  'the same file is recognised; a corrected one is a new upload: rows that are already leads are found automatically and left out on one click',
  { tag: '@in-front' },
  async ({ signedIn, behind }) => {
    const page = await signedIn('admin', '/bulk-upload');
    const rows = leadRows(4, 3_051);
    const upload = bulkUpload(page);
    const file = windows1252('june.csv', [...rows.slice(1), leadCells(0, { phone: '?' })]);
    await upload.choose(file);
    await upload.submitAll();
    await expect(page.getByText('3 leads submitted')).toBeVisible();
    await page.getByRole('button', { name: 'Upload another file' }).click();
    await upload.choose({ ...file, name: 'june (copy).csv' });
    await expect(page.getByText(/^Uploaded on .+ by .+/)).toBeVisible();
    await expect(page.getByText('No row will be submitted twice.', { exact: false })).toBeVisible();
    await upload.expectTotals({
      read: 4,
      ready: 0,
      'to fix': 1,
      'left out': 0,
      blank: 0,
      submitted: 3,
    });
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await upload.choose(windows1252('june.csv', rows));
    const all = { read: 4, ready: 4, 'to fix': 0, 'left out': 0, blank: 0 };
    await upload.expectTotals(all);
    const leaveOut = page.getByLabel('Leave all out');
    // Only the portal's own records can be searched.
    if (behind !== 'own records') return expect(leaveOut).toHaveCount(0);
    await expect(upload.said).toContainText(
      '3 rows match an existing lead; none is left out unless you choose to.',
    );
    await upload.expectTotals(all);
    await page.getByRole('button', { name: /^Show list/ }).click();
    await expect(page.getByRole('link', { name: 'Noor Sample 3052' })).toBeVisible();
    await leaveOut.check();
    await upload.expectTotals({ ...all, ready: 1, 'left out': 3 });
    await upload.submitAll();
    return upload.expectTotals({ read: 4, submitted: 1, rejected: 0, 'left out': 3, blank: 0 });
  },
);
