import papaparse from 'papaparse';

import { csv } from './files.ts';
import { expect, test } from './fixtures.ts';
import { interfaceClientOf } from './interface-client.ts';
import { leadRows, windows1252 } from './lead-files.ts';
import { bulkUpload, downloaded } from './screens/bulk-upload.ts';
import { countClicks } from './screens/clicks.ts';

const client = {
  firstName: 'Aroha',
  phone: '+6493005501',
  email: 'aroha@creperie.test',
  companyName: 'Crêperie Ōamaru',
  tradingName: 'Galettes by the Bay',
  nzbn: '9429041234566',
};
const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

test('an admin finds leads as they are remembered, filters and orders them, and exports a file that uploads again', async ({
  signedIn,
  product: { url },
}) => {
  const page = await signedIn('admin');
  const program = await interfaceClientOf(page, url);
  let id = '';
  for (const [lastName, amountRequested, partnerLeadReferenceId] of [
    ['Ngata', 20_000, 'MER-4471'],
    ['Parata', 35_000, 'MER-4472'],
  ] as const) {
    const fields = { ...client, lastName, amountRequested, partnerLeadReferenceId };
    ({ id } = (await program.createLead(fields)).body as { id: string });
    const file = { type: 'Bank Statements', fileName: 'rows.csv', content: csv('').buffer };
    if (lastName === 'Ngata') expect((await program.attach(id, [file])).status).toBe(200);
  }
  const names = page.getByRole('rowheader').getByRole('link');
  const filter = async (name: string, fill: () => Promise<unknown>) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    if (name !== '') await page.locator('summary', { hasText: name }).click();
    await fill();
    await page.keyboard.press('Escape');
  };
  const box = (name: string | RegExp) => page.getByRole('checkbox', { name });

  // By what a client says on the phone: finds one of the two leads, or both. The last search lacks
  // an accent and has a wrong letter.
  const search = page.getByRole('searchbox', { name: 'Search leads' });
  for (const [ofOne, ofBoth] of [
    ['parata AROHA', '(09) 300 5501'],
    ['mer 4472', 'Aroha@CREPERIE.test'],
    [id, '9429 0412 34566'],
    ['galettes parata ada marsh', 'creperie oamatu'],
  ] as const) {
    await search.fill(ofOne);
    await expect(names).toHaveText(['Aroha Parata']);
    await search.fill(ofBoth);
    await expect(names).toHaveText(['Aroha Parata', 'Aroha Ngata']);
  }
  await filter('Attachments', async () => box('With attachments').click());
  await expect(names).toHaveText(['Aroha Ngata']);
  await page.getByRole('button', { name: /^Remove filter: ?With attachments/ }).click();
  await expect(names).toHaveCount(2);

  await filter('Contact', async () => box('Bea Harper').click());
  await expect(page.getByText('No lead matches “creperie oamatu”')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Clear search' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Clear filters' })).toBeVisible();
  await page.getByRole('button', { name: /^Remove filter: ?Contact: Bea Harper/ }).click();
  await expect(names).toHaveCount(2);

  const changed = async (from: string, to: string) =>
    filter('', async () => {
      await page.getByLabel('Updated', { exact: true }).selectOption('Between dates');
      await page.getByLabel('Updated: from').fill(from);
      await page.getByLabel('Updated: to').fill(to);
    });
  await changed('2020-01-20', day(-2));
  await expect(page.getByText('No lead matches')).toBeVisible();
  await expect(page.getByText(/^Export/)).toHaveCount(0);
  await changed(day(-1), day(1));
  await expect(names).toHaveCount(2);

  // All leads of one bulk upload, the largest amount first.
  const upload = bulkUpload(page);
  await upload.open();
  const referred = leadRows(14, 70_001).map((row, at) => ({
    ...row,
    amountRequested: String(10_000 + ((at * 5) % 14) * 1_500),
  }));
  await upload.choose(windows1252('referrals.csv', referred));
  await upload.submitAll();
  await expect(page.getByText('14 leads submitted')).toBeVisible();
  await page.goto('/leads');
  await filter('Bulk upload', async () =>
    box(/^referrals\.csv/)
      .first()
      .click(),
  );
  await expect(page.getByText('1–14 of 14')).toBeAttached();
  const amount = page.getByRole('columnheader', { name: 'Amount' });
  await amount.getByRole('link').click();
  await expect(amount).toHaveAttribute('aria-sort', 'descending');
  const amounts = page.locator('tbody tr').getByText(/^[\d,.]+$/);
  const shown = async () =>
    (await amounts.allInnerTexts()).map((text) => Number(text.replaceAll(',', '')));
  await expect.poll(async () => isDescending(await shown())).toBe(true);
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Recently updated');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/sort=-updatedAt/);

  const clicks = await countClicks(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const { bytes, name } = await downloaded(
    page,
    page.getByRole('button', { name: 'Export 14 leads' }),
  );
  expect(await clicks()).toBe(2);
  await expect(page.getByText('All 14 leads in this list, as CSV.')).toBeVisible();
  await expect(page.getByText(`Saved ${name}, 14 rows`).first()).toBeVisible();
  const { data: rows } = papaparse.parse<Record<string, string>>(bytes.toString(), {
    header: true,
    skipEmptyLines: true,
  });
  expect(rows).toHaveLength(14);

  await page.goto('/audit?act=export-created');
  await expect(page.getByRole('row', { name: /Ada Marsh.*Export/ }).first()).toBeVisible();
  await page.goto('/bulk-upload');
  await upload.choose({ name, mimeType: 'text/csv', buffer: bytes });
  // Status, owner and dates of the export are no columns of an upload.
  await expect(page.getByText(/columns matched, \d+ ignored$/)).toBeVisible();
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByRole('heading', { name: '14 rows match an existing lead' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Leave all out' }).last().check();
  const none = { ready: 0, 'to fix': 0, blank: 0 };
  await upload.expectTotals({ read: 14, ...none, 'left out': 14 });
});

function isDescending(amounts: readonly number[]): boolean {
  return (
    amounts.length > 1 && amounts.every((each, at) => at === 0 || each <= (amounts[at - 1] ?? 0))
  );
}
