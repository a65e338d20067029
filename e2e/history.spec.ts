import { csv } from './files.ts';
import { expect, test } from './fixtures.ts';
import { uploadFiles } from './screens/attachments.ts';
import { history } from './screens/history.ts';

// The history of a deal is in deals.spec.ts.
test('edits of one moment are one item of the history, beside what happened before and a file at once', async ({
  signedIn,
  accessible,
}) => {
  const page = await signedIn('broker', '/leads?status=Work+in+progress');
  await page.getByRole('rowheader').first().getByRole('link').click();
  const { items, newest } = history(page);
  await expect(items.last()).toContainText('Lead created');
  const before = await items.count();
  for (const name of ['Kauri One', 'Kauri Two']) {
    await page.getByRole('button', { name: 'Edit lead' }).click();
    await page.getByLabel('Trading name').fill(name);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(newest).toContainText(name);
  }
  await expect(newest).toContainText('2 edits');
  await expect(items).toHaveCount(before + 1);
  await accessible();
  await uploadFiles(page, [csv('june.csv')]);
  await expect(newest).toContainText('File attached: june.csv');
});
