import { writeFile } from 'node:fs/promises';

import { expect, test } from '#e2e/fixtures.ts';
import { csvText, leadRows, windows1252 } from '#e2e/lead-files.ts';
import { bulkUpload } from '#e2e/screens/bulk-upload.ts';

test('a file of 13 MB is checked with every row in its place', async ({ signedIn }, info) => {
  const page = await signedIn('admin', '/bulk-upload');
  const notes = 'Rang on Monday, asked for "a quick answer".\nRing again on Friday.\n'.repeat(12);
  const rows = leadRows(15_000, 10_000).map((row, index) => ({
    ...row,
    notes,
    ...(index === 14_000 && { phone: 'ask them' }),
  }));
  const path = info.outputPath('large.csv');
  await writeFile(path, csvText(rows));
  const upload = bulkUpload(page);
  await upload.choose(path);
  const totals = { read: 15_000, ready: 14_999, 'to fix': 1, 'left out': 0, blank: 0 };
  await upload.expectTotals(totals);
  // Tests that ran before may have submitted leads that rows match.
  await page.getByRole('button', { name: /^Show rows: Phone/ }).click();
  await expect(page.getByRole('row', { name: /^14002 , to fix .* ask them$/ })).toBeVisible();
});

test('a million blank lines before two leads are submitted with them, in a few requests', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const { buffer, ...file } = windows1252('blank lines.csv', leadRows(2, 9_401));
  const [header = '', ...lines] = buffer.toString('latin1').split(/(?<=\r\n)/);
  const upload = bulkUpload(page);
  await upload.choose({
    ...file,
    buffer: Buffer.from(`${header}${'\r\n'.repeat(1_000_000)}${lines.join('')}`, 'latin1'),
  });
  let batches = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/rows')) batches += 1;
  });
  await upload.submitAll();
  await upload.expectTotals({
    read: 1_000_002,
    submitted: 2,
    rejected: 0,
    'left out': 0,
    blank: 1_000_000,
  });
  expect(batches).toBe(1);
  await page.getByRole('link', { name: 'View row results' }).click();
  await page.getByRole('button', { name: 'Submitted · 2' }).click();
  await expect(page.getByRole('link', { name: 'View lead of row 1,000,003' })).toBeVisible();
});
