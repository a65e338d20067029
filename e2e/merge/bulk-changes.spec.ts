import { readFile } from 'node:fs/promises';

import { expect, test } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { countClicks } from '#e2e/screens/clicks.ts';
import { keyboard } from '#e2e/screens/keyboard.ts';

const client = { firstName: 'Noa', phone: '+61491570157' };

test('fifty leads of a search go to a colleague, who sees them, and back', async ({
  signedIn,
  elsewhere,
  product: { url },
  accessible,
}) => {
  const page = await signedIn('admin');
  const program = await interfaceClientOf(page, url);
  const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
  await Promise.all(
    numbers.map(async (number) =>
      program.createLead({ ...client, lastName: `Row ${number}`, companyName: 'Kotuku Gutters' }),
    ),
  );
  const colleague = await elsewhere('broker');

  await page.goto('/leads?q=kotuku');
  await expect(page.getByText('1–20 of 50')).toBeVisible();
  const clicks = await countClicks(page);
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await bar.getByRole('button', { name: 'Select all 50 leads of this list' }).click();
  await expect(bar).toContainText('All 50 leads selected');
  await accessible();
  await bar.getByRole('button', { name: 'Reassign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reassign leads' });
  const contact = dialog.getByRole('button', { name: 'Bea Harper' });
  await expect(contact).toBeVisible();
  await accessible();
  await contact.click();
  await expect(dialog).toContainText('50 leads will be reassigned to Bea Harper.');
  await expect(dialog.getByRole('listitem').last()).toHaveText('and 45 more');
  await accessible();
  await dialog.getByRole('button', { name: 'Reassign 50 leads' }).click();
  expect(await clicks()).toBe(5);
  await expect(dialog.getByText('50 leads reassigned to Bea Harper').first()).toBeVisible();
  await accessible();
  await page.reload();
  const news = page.getByRole('region', { name: 'Latest bulk change' });
  await expect(news).toContainText('50 leads reassigned to Bea Harper');
  await expect(page.getByRole('table').getByText('Updated')).toHaveCount(0);
  await colleague.goto('/leads?q=kotuku');
  await expect(colleague.getByText('1–20 of 50')).toBeVisible();

  // The address of the page that changes had.
  await page.goto('/leads/changes');
  await expect(page).toHaveURL('/audit?act=bulk-change');
  const entry = page.getByRole('row', { name: /^Bulk change (Undo .+ )?Reassigned, Leads: 50/ });
  await accessible();
  await entry.getByRole('button', { name: /^Undo \(\d+ min left\)$/ }).click();
  await expect(entry.getByRole('button')).toHaveCount(0);
  await page.goto('/audit');
  await expect(
    page.getByRole('row', { name: /^Bulk change undone Reassigned, Leads: 50/ }),
  ).toBeVisible();
  await colleague.reload();
  await expect(colleague.getByText('No lead matches')).toBeVisible();
});

test('by keyboard alone an admin exports two leads, reassigns them, undoes it and adds a note; on a phone cards are selected on request', async ({
  signedIn,
  product: { url },
  accessible,
}) => {
  const page = await signedIn('admin');
  const program = await interfaceClientOf(page, url);
  for (const lastName of ['Two', 'One'])
    await program.createLead({ ...client, lastName, companyName: 'Tieke Vineyard' });
  await page.goto('/leads?q=tieke');
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  const { press, type, tabTo } = keyboard(page);
  const first = page.getByRole('rowheader', { name: 'Noa One' }).getByRole('link');
  // The shortcuts are loaded after a page.
  await expect(async () => {
    await press('k');
    await expect(first).toBeFocused({ timeout: 500 });
  }).toPass();
  await press('x');
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await expect(bar).toContainText('1 lead');
  await press('Shift+ArrowDown');
  await expect(bar).toContainText('2 leads selected');
  await tabTo(bar.getByRole('button', { name: 'Export 2 selected' }));
  const started = page.waitForEvent('download');
  await press('Enter');
  const file = await readFile(await (await started).path(), 'utf8');
  expect(file.match(/Noa,(One|Two),Tieke Vineyard/g)).toHaveLength(2);
  await expect(page.getByText('The 2 leads that you selected, as CSV.')).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Export 2 selected' })).toBeFocused();
  await press('a');
  await expect(bar.getByRole('button', { name: 'Reassign…' })).toBeFocused();
  await press('Enter');
  const reassigning = page.getByRole('dialog', { name: 'Reassign leads' });
  const contact = reassigning.getByRole('button', { name: 'Bea Harper' });
  await expect(contact).toBeVisible();
  await tabTo(contact);
  await press('Enter');
  const expected = page.getByText('2 leads will be reassigned to Bea Harper.');
  await expect(reassigning.locator(':focus').filter({ has: expected })).toBeVisible();
  await tabTo(reassigning.getByRole('button', { name: 'Back' }));
  await press('Enter');
  await expect(contact).toBeFocused();
  await press('Enter');
  await expect(reassigning.locator(':focus').filter({ has: expected })).toBeVisible();
  await press('Tab');
  await expect(reassigning.getByRole('button', { name: 'Reassign 2 leads' })).toBeFocused();
  await press('Enter');
  await expect(reassigning.getByText('2 leads reassigned to Bea Harper').first()).toBeVisible();
  await expect(reassigning.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await press('Enter');
  await expect(reassigning).toHaveCount(0);
  // What was changed is no longer selected: the buttons for it are gone.
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  const news = page.getByRole('region', { name: 'Latest bulk change' });
  await tabTo(news.getByRole('button', { name: /^Undo/ }));
  await press('Enter');
  await expect(news).toContainText('Undone: 2 leads are as before');
  await expect(heading).toBeFocused();
  await tabTo(news.getByRole('button', { name: 'Close' }));
  await press('Enter');
  await expect(news).toHaveCount(0);
  await expect(heading).toBeFocused();

  await press('j');
  await expect(first).toBeFocused();
  await press('x');
  await press('Shift+ArrowDown');
  await expect(bar).toContainText('2 leads selected');
  await press('a');
  await tabTo(bar.getByRole('button', { name: 'Add note…' }));
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await accessible();
  await type('Prefers to be called after five.');
  await press('Tab');
  await press('Enter');
  await expect(dialog.getByText('The note will be added to 2 leads.').first()).toBeVisible();
  await press('Tab');
  await expect(dialog.getByRole('button', { name: 'Add the note to 2 leads' })).toBeFocused();
  await press('Enter');
  await expect(dialog.getByText('Note added to 2 leads').first()).toBeVisible();
  await accessible();
  await tabTo(dialog.getByRole('button', { name: 'Close' }).last());
  await press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(heading).toBeFocused();
  await tabTo(page.getByRole('link', { name: 'Noa One' }));
  await press('Enter');
  await expect(heading).toHaveText('Noa One');
  await expect(heading).toBeFocused();
  await expect(page.getByText('Prefers to be called after five.').first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/leads?q=tieke');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Select leads' }).click();
  // The whole card is pressed.
  await page.getByRole('row', { name: /Noa One/ }).click();
  await expect(page).toHaveURL(/\/leads\?q=tieke$/);
  await expect(bar).toContainText('1 lead selected');
  await accessible();
  await bar.getByRole('button', { name: /^Export / }).click();
  await expect(page.getByText('The 1 lead that you selected, as CSV.')).toBeVisible();
  await accessible();
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select Noa One' })).toBeHidden();
});

test('on a phone, leads are selected by touch for a note to all of them', async ({ elsewhere }) => {
  const viewport = { width: 390, height: 844 };
  const page = await elsewhere('otherBroker', { viewport, isMobile: true, hasTouch: true });
  await page.goto('/leads');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const bar = page.getByRole('region', { name: 'Selected leads' });
  const cards = page.locator('tbody tr');

  await button('More').tap();
  await button('Select leads').tap();
  await expect(bar).toContainText('0 leads selected');
  await cards.nth(0).tap();
  await cards.nth(2).tap();
  await expect(bar).toContainText('2 leads selected');
  await button('Add note…').tap();
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Rang from the car.');
  await dialog.getByRole('button', { name: 'Continue' }).tap();
  await dialog.getByRole('button', { name: 'Add the note to 2 leads' }).tap();
  await expect(dialog.getByText('Note added to 2 leads').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().tap();
  await expect(dialog).toHaveCount(0);

  // Without a card that is selected, the bar ends; its button had the focus.
  await button('More').tap();
  await button('Select leads').tap();
  await bar.getByRole('button', { name: 'Done' }).tap();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // Their own changes, from the profile.
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Audit trail' }).tap();
  const undo = page
    .getByRole('row', { name: /^Bulk change/ })
    .getByRole('button', { name: /^Undo/ });
  await undo.tap();
  await expect(undo).toHaveCount(0);
});
