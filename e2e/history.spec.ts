import { expect, test } from './fixtures.ts';
import { uploadFiles } from './screens/attachments.ts';

test('edits of one moment are one item of the history, beside what happened before', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('broker', '/leads?status=Work+in+progress');
  await page.getByRole('rowheader').first().getByRole('link').click();
  const history = page.getByRole('list', { name: 'History' });
  const items = history.getByRole('listitem');
  await expect(items.last()).toContainText('Lead created');
  const before = await items.count();
  for (const name of ['Kauri One', 'Kauri Two']) {
    await page.getByRole('button', { name: 'Edit lead' }).click();
    await page.getByLabel('Trading name').fill(name);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(items.first()).toContainText(name);
  }
  await expect(items.first()).toContainText('2 edits');
  await expect(items).toHaveCount(before + 1);
  await accessible();
});

test('a file that was attached is in the history at once', async ({ signedIn }) => {
  const page = await signedIn('broker', '/leads?status=Work+in+progress');
  await page.getByRole('rowheader').nth(1).getByRole('link').click();
  const file = { name: 'june.csv', mimeType: 'text/csv', buffer: Buffer.from('date,amount\n') };
  await uploadFiles(page, [file]);
  const newest = page.getByRole('list', { name: 'History' }).getByRole('listitem').first();
  await expect(newest).toContainText('File attached: june.csv');
});

test('the path and the history of a deal say the same', async ({ signedIn, accessible }) => {
  const page = await signedIn('admin', '/deals?status=Withdrawn');
  await page.getByRole('rowheader').first().getByRole('link').click();
  const stood = page.getByText(/^Withdrawn\. It stood at .* before/);
  const before = /at (.*) before/.exec(await stood.innerText())?.[1] ?? '';
  const items = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(items.filter({ hasText: 'Withdrawn' })).toHaveCount(1);
  await expect(items.filter({ hasText: before }).first()).toBeVisible();
  const path = page.getByRole('list', { name: 'Progress of the deal' });
  await expect(path.getByRole('listitem').first()).toContainText('done');
  await accessible();
});
