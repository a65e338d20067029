import { pdf, png } from './files.ts';
import { expect, openSession, test } from './fixtures.ts';
import { interfaceClientOf } from './interface-client.ts';
import { openFile, uploadFiles } from './screens/attachments.ts';
import { history } from './screens/history.ts';
import { keyboard } from './screens/keyboard.ts';

const client = { firstName: 'Huia', lastName: 'Tamati', phone: '+61491570156' };

// The country of the business is chosen in merge/in-front/fill-in.spec.ts.
test('a broker fills in once: contact of the last lead, and a draft that is discarded', async ({
  signedIn,
  accessible,
  product: { url },
}) => {
  const page = await signedIn('otherBroker', '/profile');
  const program = await interfaceClientOf(page, url);
  const last = {
    brokerContactName: 'Robin Wren',
    brokerContactEmail: 'robin@wren.test',
    callOnBehalfOf: 'The broker desk',
  };
  await program.createLead({ ...client, companyName: 'Mohua Bindery', ...last });
  await page.goto('/leads/new');
  await page.getByLabel('First name').fill('Huia');
  await page.locator('summary', { hasText: 'Broker details' }).click();
  await expect(page.getByText('Broker contact name: Robin Wren')).toBeVisible();
  await page.getByRole('button', { name: 'Use these details' }).click();
  await expect(page.getByLabel('Broker contact name')).toHaveValue('Robin Wren');
  await expect(page.getByLabel('Broker contact email')).toHaveValue('robin@wren.test');
  await expect(page.getByLabel('Call on behalf of')).toHaveValue('The broker desk');

  await page.getByLabel('Last name').fill('Of no account');
  await expect(page.getByText(/^Saved /)).toBeVisible();
  // By keyboard alone from here on.
  const { press, type, tabTo } = keyboard(page);
  const heading = page.getByRole('heading', { level: 1 });
  const menu = page.getByRole('dialog', { name: 'Search and commands' });
  await press('ControlOrMeta+k');
  await expect(menu.getByRole('combobox')).toBeFocused();
  await type('drafts');
  await expect(menu.getByRole('option', { selected: true })).toHaveText(/^Drafts/);
  await press('Enter');
  await expect(heading).toHaveText('Drafts');
  await expect(heading).toBeFocused();
  const draft = page.getByRole('link', { name: 'Huia Of no account' });
  const discard = page.getByRole('button', { name: 'Discard the draft: Huia Of no account' });
  const question = page.getByRole('dialog', { name: 'Discard this draft?' });
  await tabTo(discard);
  await press('Enter');
  // Enter alone discards nothing.
  await expect(question.getByRole('heading')).toBeFocused();
  await accessible();
  await press('Escape');
  await expect(question).toHaveCount(0);
  await expect(discard).toBeFocused();
  await press('Enter');
  await tabTo(question.getByRole('button', { name: 'Discard' }));
  await press('Enter');
  await expect(question).toHaveCount(0);
  await expect(heading).toBeFocused();
  await expect(draft).toHaveCount(0);
  await page.reload();
  // Other tests may have left drafts of the same person.
  const others = page.getByRole('button', { name: /^Discard the draft/ }).first();
  await expect(page.getByText('No drafts').or(others)).toBeVisible();
  await expect(draft).toHaveCount(0);
});

test('a broker reads a lead, opens its files, corrects the type of one and withdraws it, as nobody else can', async ({
  signedIn,
  browser,
  product: { url },
}) => {
  const page = await signedIn('otherBroker', '/profile');
  const program = await interfaceClientOf(page, url);
  const { body } = await program.createLead({ ...client, companyName: 'Toroa Optics' });
  const { id } = body as { id: string };
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

  const admin = await (await browser.newContext()).newPage();
  await openSession(admin, 'otherAdmin', url);
  await admin.goto(page.url());
  await expect(admin.getByRole('link', { name: 'Open shop.png in a new tab' })).toBeVisible();
  await expect(admin.getByRole('button', { name: /^(Change type of|Remove) / })).toHaveCount(0);
  await admin.context().close();

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
