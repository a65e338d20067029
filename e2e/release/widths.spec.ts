import type { Page } from '@playwright/test';

import { demoOperatorKey, expect, people, signIn, test } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { csvText, leadRows } from '#e2e/lead-files.ts';
import { operatorProgram } from '#e2e/operator-program.ts';
import { bulkUpload } from '#e2e/screens/bulk-upload.ts';
import { findLayoutErrors } from '#e2e/screens/layout-errors.ts';

// The browser itself logs that a lead is not found.
test.use({ expectedNoise: /status of 404/ });

const widths = [320, 390, 768, 1024, 1280, 1440, 1920, 2560];

// At no width a page is too wide, its texts and controls overlap, or a table cuts a word.
test('no width breaks home, the lists and the records', async ({ signedIn, product: { url } }) => {
  const page = await signedIn('admin', '/home');
  const waiting = page.getByRole('heading', { name: /^Waiting on / });
  await expect(waiting).toBeVisible();
  await expectWhole(page, 'home');

  const row = page.getByRole('rowheader').first();
  await page.goto('/leads');
  await expect(row).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await expectWhole(page, 'leads, selected');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expectWhole(page, 'the filters');
  await page.goto('/leads?q=no-such-lead&status=New&status=Converted&waitingOn=partner');
  await expect(page.getByText('No lead matches')).toBeVisible();
  await expectWhole(page, 'no leads, with filters');
  await page.goto('/leads?group=status');
  await expect(page.getByRole('rowheader', { name: /^New / })).toBeVisible();
  await expectWhole(page, 'leads in groups');
  // The first has an amount, to be edited in place; some leads have none.
  await page.goto('/leads?sort=-amountRequested');
  await expect(row).toBeVisible();
  await row.getByRole('link').press('Space');
  await expect(page.getByRole('dialog').getByRole('list', { name: 'History' })).toBeVisible();
  await expectWhole(page, 'a row beside the list');
  await page.keyboard.press('Escape');
  await row.getByRole('link').click();
  const history = page.getByRole('heading', { name: 'History' });
  await expect(history).toBeVisible();
  await expectWhole(page, 'a lead');
  await page.getByRole('button', { name: 'Edit Amount requested' }).press('Enter');
  const field = page.getByRole('dialog').getByRole('textbox', { name: /^Amount requested/ });
  await expect(field).toBeFocused();
  await expectWhole(page, 'a field that is edited');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit lead' }).click();
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Enter a first name.').first()).toBeVisible();
  await expectWhole(page, 'a lead that is edited, with an error');
  await page.getByLabel('First name').fill('Mia');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Edit lead' })).toBeFocused();

  await page.goto('/deals?status=Approved');
  await expect(page.getByRole('link', { name: /^Approved, \d+ deals/ })).toBeVisible();
  await expect(row).toBeVisible();
  await expectWhole(page, 'deals in one status');
  await page.goto('/deals');
  await expect(row).toBeVisible();
  await expectWhole(page, 'deals');
  const program = await interfaceClientOf(page, url);
  const [deal] = (await program.listDeals(1, 1)).body as { id: string }[];
  const requested = {
    recordType: 'deal',
    recordId: deal?.id ?? '',
    text: 'January to March, please.',
  };
  const crm = operatorProgram(url, demoOperatorKey);
  await crm.ask({ ...requested, kind: 'document', documentType: 'Bank Statements' });
  await page.goto(`/deals/${requested.recordId}`);
  await expect(page.getByText('January to March, please.').first()).toBeVisible();
  await expect(history).toBeVisible();
  await expectWhole(page, 'a deal with a request');
});

test('no width breaks the forms, the profile, people, the audit trail, a bulk upload, and what support sees', async ({
  signedIn,
  product: { url },
}) => {
  const page = await signedIn('admin', '/leads/new');
  await expect(page.getByRole('button', { name: 'Submit lead' })).toBeVisible();
  for (const summary of await page.locator('main summary').all()) await summary.click();
  await expectWhole(page, 'a new lead');
  await page.getByLabel('First name').fill('Mia');
  await page.getByLabel('Last name').fill('Wide');
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('+61491570156');
  await page.getByLabel('Company name').fill('Wide Windows');
  await page.getByRole('button', { name: 'Submit lead' }).click();
  await expect(page.getByRole('heading', { name: 'Lead submitted' })).toBeVisible();
  await expectWhole(page, 'a submitted lead');
  await page.goto('/leads/drafts');
  await expect(page.getByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible();
  await expectWhole(page, 'drafts');
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Show shortcuts' })).toBeVisible();
  await expectWhole(page, 'the profile');
  await page.getByRole('button', { name: 'Show shortcuts' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectWhole(page, 'a dialog');
  await page.goto('/people');
  await page.getByRole('button', { name: 'Edit Bea Harper' }).click();
  await expect(page.getByRole('dialog', { name: 'Bea Harper' })).toBeVisible();
  await expectWhole(page, 'a person');
  await page.keyboard.press('Escape');
  await expectWhole(page, 'people');
  await page.goto('/audit');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expectWhole(page, 'the audit trail');
  await page.goto(`/leads/${'a'.repeat(24)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectWhole(page, 'a lead that does not exist');

  await page.goto('/bulk-upload');
  const rows = [...leadRows(12, 9_001), { ...leadRows(1, 9_100)[0], phone: 'none', email: '?' }];
  const buffer = Buffer.from(csvText(rows), 'utf8');
  await bulkUpload(page).choose({ name: 'widths.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(bulkUpload(page).submit).toBeVisible();
  await expectWhole(page, 'a checked file');

  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, 'support', url, '/home');
  await expect(page.getByRole('heading', { name: /^Waiting on / })).toBeVisible();
  await expectWhole(page, 'the home page of support');
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await expect(page.getByText(people.support)).toBeVisible();
  await expectWhole(page, 'signing in');
});

test('a laptop shows 30 compact rows, and at most six controls above them', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/leads');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByText('Compact', { exact: true }).click();
  await expect(page).toHaveURL(/pageSize=50/);
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveCount(50);
  const places = await Promise.all((await rows.all()).map(async (row) => row.boundingBox()));
  const whole = places.filter((place) => place && place.y + place.height <= 900);
  expect(whole.length).toBeGreaterThanOrEqual(30);
  await page.keyboard.press('Escape');
  const table = await page.getByRole('table').boundingBox();
  const controls = page.locator('main :is(a, button, input, select):visible');
  const above = await Promise.all((await controls.all()).map(async (one) => one.boundingBox()));
  expect(above.filter((place) => place && place.y < (table?.y ?? 0)).length).toBeLessThanOrEqual(6);
});

test('each of the three errors is found on a page that has it', async ({ page }) => {
  const find = async (body: string) => {
    await page.setContent(`<body style="margin: 0">${body}`);
    return page.evaluate(findLayoutErrors);
  };
  const whole = '<p>Whole</p><table><tr><td>Amount</td></tr></table><button>Open</button>';
  expect(await find(whole)).toEqual([]);
  const wide = '<div style="width: 200vw">Wide</div>';
  expect(await find(wide)).toEqual([expect.stringMatching(/^the page is \d+ px too wide$/)]);
  const covered = '<p>Covered</p><p style="margin-top: -30px">Over it</p>';
  expect(await find(covered)).toEqual([
    expect.stringMatching(/^“Covered” and “Over it” overlap by/),
  ]);
  const narrow = '<table style="table-layout: fixed; width: 30px"><td style="overflow';
  const cut = `${narrow}: hidden; white-space: nowrap">Settlement</table>`;
  expect(await find(cut)).toEqual(['a cell is narrower than “Settlement”']);
  const broken = `${narrow}-wrap: anywhere">Settlement</table>`;
  expect(await find(broken)).toEqual(['a cell breaks the word “Settlement”']);
});

/** Expects no error of layout at any width. */
async function expectWhole(page: Page, what: string): Promise<void> {
  const errors: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.evaluate(findLayoutErrors);
    errors.push(...found.map((error) => `at ${width} px ${error}`));
  }
  expect.soft(errors, what).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
}
