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
