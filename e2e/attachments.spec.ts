import { pdf, png } from './files.ts';
import { expect, test } from './fixtures.ts';
import { interfaceClientOf } from './interface-client.ts';
import { openFile, uploadFiles } from './screens/attachments.ts';
import { history } from './screens/history.ts';
import { createElsewhere } from './screens/leads-list.ts';

test('a broker reads a lead, opens its files, corrects the type of one and withdraws it, as nobody else can', async ({
  signedIn,
  elsewhere,
  product: { url },
}) => {
  const page = await signedIn('otherBroker', '/profile');
  const program = await interfaceClientOf(page, url);
  const id = await createElsewhere(program, { companyName: 'Toroa Optics' });
  await page.goto(`/leads/${id}`);

  // Empty fields are in the form alone, ids behind Details.
  await expect(page.getByText('Trading name', { exact: true })).toHaveCount(0);
  const leadId = page.locator('dt', { hasText: /^Lead ID$/ });
  await expect(leadId).toBeHidden();
  await page.locator('summary', { hasText: /^Details$/ }).click();
  await expect(leadId).toBeVisible();
  // No address of a page for the client is set: there is none to send.
  await expect(page.getByRole('link', { name: url })).toHaveCount(0);

  // One address is open at a time.
  await page.getByRole('button', { name: 'Edit lead' }).click();
  const lines = page.getByLabel('Address line 1');
  for (const name of ['Business address', 'Trading address']) {
    await page.locator('summary', { hasText: name }).click();
    await expect(page.getByRole('group', { name }).getByLabel('Address line 1')).toBeVisible();
    await expect(lines.filter({ visible: true })).toHaveCount(1);
  }
  await page.getByRole('button', { name: 'Cancel' }).click();

  await uploadFiles(page, [png('shop.png'), pdf('june.pdf')]);
  // Once both are sent, their rows stay where they are.
  await expect(page.getByText('2 sent')).toBeVisible();
  const picture = await openFile(page, 'shop.png');
  await expect(picture.locator('img')).toBeVisible();
  expect(await picture.evaluate(() => document.contentType)).toBe('image/png');

  const admin = await elsewhere('otherAdmin');
  await admin.goto(page.url());
  await expect(admin.getByRole('link', { name: 'Open shop.png in a new tab' })).toBeVisible();
  await expect(admin.getByRole('button', { name: /^(Change type of|Remove) / })).toHaveCount(0);

  await page.getByRole('button', { name: 'Change type of shop.png' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type').selectOption('Bank Statements');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  // As the type of the other one.
  await expect(page.locator('#attachments').getByText(/^Bank Statements/)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove shop.png' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('link', { name: 'Download shop.png' })).toHaveCount(0);
  await expect(history(page).items.filter({ hasText: /removed.*shop\.png/i })).toBeVisible();
  await picture.reload();
  await expect(picture.getByText('This attachment doesn’t exist.')).toBeVisible();
  await picture.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(picture.getByRole('link', { name: 'Leads', exact: true })).toBeVisible();
  await picture.close();
});
