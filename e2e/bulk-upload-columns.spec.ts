import { expect, test } from './fixtures.ts';
import { bulkUpload } from './screens/bulk-upload.ts';

/** Returns a CSV file as another program exports it. */
function exported(name: string, rows: readonly (readonly string[])[]) {
  const text = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

const hubspotHeader = [
  'Record ID',
  'First Name',
  'Last Name',
  'Company Name',
  'Borrower line',
  'Mobile Phone Number',
  'Funding goal (AUD)',
  'Lead Status',
];

function hubspotRow(at: number): readonly string[] {
  return [
    `hs-${at}`,
    'Noor',
    `Columns ${at}`,
    `Harbour Columns ${at}`,
    `+1212555${String(at).padStart(4, '0')}`,
    `+1646555${String(at).padStart(4, '0')}`,
    '50000',
    'New',
  ];
}

function hubspot(name: string, from: number) {
  return exported(name, [hubspotHeader, hubspotRow(from), hubspotRow(from + 1)]);
}

test('an export of HubSpot becomes leads by assigning columns, and the second one is proposed the same', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/bulk-upload');
  const upload = bulkUpload(page);
  const goesTo = (header: string) =>
    page.getByRole('combobox', { name: `${header} goes to`, exact: true });
  const resultOf = (header: string) => page.getByRole('row', { name: new RegExp(`^${header}`) });
  await upload.choose(hubspot('hubspot-june.csv', 101));
  await expect(goesTo('Mobile Phone Number')).toHaveValue('phone');
  await goesTo('Borrower line').selectOption('Secondary phone');
  await goesTo('Funding goal (AUD)').selectOption('Amount requested');
  await goesTo('Lead Status').selectOption('Add to notes');
  await expect(resultOf('Borrower line')).toContainText('Assigned by you');
  await page.getByRole('button', { name: 'Check rows' }).click();
  await upload.expectTotals({ read: 2, ready: 2, 'to fix': 0, 'left out': 0, blank: 0 });
  await upload.submitAll();
  await expect(page.getByText('2 leads submitted')).toBeVisible();
  await page.goto('/leads?q=Harbour+Columns+101');
  await page
    .getByRole('link', { name: /Columns 101/ })
    .first()
    .click();
  for (const text of ['Lead Status: New', '50,000', 'hs-101'])
    await expect(page.getByText(text).first()).toBeVisible();

  await upload.open();
  await upload.choose(hubspot('hubspot-july.csv', 201));
  await expect(goesTo('Borrower line')).toHaveValue('secondaryPhone');
  await expect(goesTo('Lead Status')).toHaveValue('+notes');
  await expect(resultOf('Borrower line')).toContainText('As last time');
  await expect(resultOf('Funding goal')).toContainText('As last time');
  await page.getByRole('button', { name: 'Check rows' }).click();
  await upload.expectTotals({ read: 2, ready: 2, 'to fix': 0, 'left out': 0, blank: 0 });
});
