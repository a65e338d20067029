import type { Page } from '@playwright/test';

import { demoPassword, expect, test } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { keyboard } from '#e2e/screens/keyboard.ts';
import { createWithFile } from '#e2e/screens/leads-list.ts';

// The browser itself logs that the session has ended.
test.use({ expectedNoise: /status of 401/ });

const lead = {
  firstName: 'Huia',
  lastName: 'Focus',
  companyName: 'Huia Focus Optics',
  phone: '+61491570156',
};
/** What opens over a page by a button: the page, the button, the role of what opens. */
const openers = [
  ['/leads', 'Filter', 'group'],
  ['/leads', 'Display', 'group'],
  ['/leads', 'More', 'group'],
  ['/leads?status=New', 'Save as view', 'group'],
  ['/deals', 'Filter', 'group'],
  ['/deals', 'Display', 'group'],
  ['/deals', 'More', 'group'],
  ['/leads', /^Search/, 'dialog'],
  ['/home', /^More: /, 'group'],
  ['the lead', 'Follow up later', 'group'],
  ['/profile', 'Show shortcuts', 'dialog'],
  ['/profile', 'Show API key', 'dialog'],
  ['/profile', 'Replace API key', 'dialog'],
  ['the lead', 'Change type of huia.pdf', 'dialog'],
  ['the lead', 'Remove huia.pdf', 'dialog'],
] as const;

test('by keyboard alone whatever opens over a page has the focus, and its opener has it after Escape', async ({
  signedIn,
  product: { url },
}) => {
  const page = await signedIn('broker', '/leads');
  const path = await createLead(page, url);
  const { press, tabTo } = keyboard(page);
  for (const [where, name, role] of openers) {
    const what = `${where}: ${String(name)}`;
    await page.goto(where === 'the lead' ? path : where);
    const opener = page.getByRole('button', { name, exact: true }).first();
    await expect(opener, what).toBeVisible();
    await tabTo(opener);
    await press('Enter');
    const opened = page.locator(role === 'dialog' ? 'dialog[open]' : 'fieldset:popover-open');
    await expect(opened, what).toBeVisible();
    if (role === 'dialog') await expect(opened.locator(':focus'), what).toHaveCount(1);
    await expect(opened.getByText('Loading…'), what).toHaveCount(0);
    // A menu keeps the focus on its button; the next Tab is in it.
    await press('Tab');
    await expect(opened.locator(':focus'), what).toHaveCount(1);
    await press('Escape');
    await expect(opened, what).toHaveCount(0);
    await expect(opener, what).toBeFocused();
  }
});

test('by keyboard alone a question that is cancelled and an act that is done leave the focus on the next thing to do', async ({
  signedIn,
  accessible,
  product: { url },
}) => {
  const page = await signedIn('broker', '/leads');
  const path = await createLead(page, url);
  const { press, type, tabTo } = keyboard(page);
  const heading = page.getByRole('heading', { level: 1 });
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));

  // What was edited: kept, then discarded.
  await page.goto(path);
  const edit = page.getByRole('button', { name: 'Edit lead' });
  await expect(edit).toBeVisible();
  await tabTo(edit);
  await press('Enter');
  await tabTo(page.getByLabel('First name'));
  await type('Hui');
  const cancel = page.getByRole('button', { name: 'Cancel' }).first();
  await tabTo(cancel);
  await press('Enter');
  await expect(dialog).toBeVisible();
  await press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(cancel).toBeFocused();
  await press('Enter');
  await tabTo(dialog.getByRole('button', { name: /^Discard/ }));
  await press('Enter');
  await expect(edit).toBeFocused();

  // A file that is removed.
  await tabTo(page.getByRole('button', { name: 'Remove huia.pdf' }));
  await press('Enter');
  await tabTo(dialog.getByRole('button', { name: 'Remove', exact: true }));
  await press('Enter');
  await expect(page.getByRole('link', { name: 'Download huia.pdf' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Add|Attach) files?/ })).toBeFocused();

  // A draft that is discarded, from its list.
  await page.goto('/leads/new');
  await expect(page.getByLabel('First name')).toBeVisible();
  await tabTo(page.getByLabel('First name'));
  await type('Kotare');
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await press('ControlOrMeta+k');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await type('drafts');
  await expect(dialog.getByRole('option', { selected: true })).toHaveText(/^Drafts/);
  await press('Enter');
  await expect(heading).toHaveText('Drafts');
  await expect(heading).toBeFocused();
  // By its name: other tests leave drafts of the same broker.
  const discard = page.getByRole('button', { name: /^Discard the draft: Kotare/ });
  await expect(discard).toBeVisible();
  await tabTo(discard);
  await press('Enter');
  // Enter alone discards nothing.
  await expect(dialog.getByRole('heading')).toBeFocused();
  await accessible();
  await press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(discard).toBeFocused();
  await press('Enter');
  await tabTo(dialog.getByRole('button', { name: /^Discard/ }));
  await press('Enter');
  await expect(discard).toHaveCount(0);
  await expect(heading).toBeFocused();
  await page.reload();
  await expect(
    page.getByText('No drafts').or(page.getByRole('button', { name: /^Discard/ }).first()),
  ).toBeVisible();
  await expect(discard).toHaveCount(0);

  // Home: a call, what became of it, and the next row.
  await page.goto('/home');
  const call = page.getByRole('button', { name: /^Call / }).first();
  const waits = page.getByRole('region', { name: 'Waiting on you' });
  const called = waits.getByRole('listitem').filter({ has: call }).getByRole('link').first();
  const address = await called.getAttribute('href');
  await tabTo(call);
  await press('Enter');
  await tabTo(page.getByRole('button', { name: 'No answer, tomorrow' }));
  await press('Enter');
  await expect(waits.locator(`a[href="${address}"]`)).toHaveCount(0);
  await expect(page.locator('main [data-next]:focus')).toHaveCount(1);

  // A row that is followed up later, and cleared.
  await tabTo(page.getByRole('button', { name: /^More: / }).first());
  await press('Enter');
  await tabTo(page.getByRole('button', { name: /^Tomorrow/ }).first());
  await press('Enter');
  const clear = page.getByRole('button', { name: /^Clear follow-up: / });
  await expect(clear).toHaveCount(2);
  await expect(page.locator('main [data-next]:focus')).toHaveCount(1);
  await tabTo(clear.first());
  await press('Enter');
  await expect(clear).toHaveCount(1);
  await expect(heading).toBeFocused();
});

test('by keyboard alone an edit in place, a change of many leads, leaving and signing in again keep the focus', async ({
  signedIn,
  product: { url },
  baseURL,
}) => {
  const page = await signedIn('broker', '/leads');
  const path = await createLead(page, url);
  const { press, type, tabTo } = keyboard(page);
  const dialog = page.locator('dialog:is([open], :popover-open)');
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  // A field, over its cell and over its value.
  await page.goto('/leads?q=huia+focus');
  const row = page.getByRole('rowheader').first().getByRole('link');
  await expect(row).toBeVisible();
  await tabTo(row);
  await tabTo(button('Edit Amount').first());
  await press('Enter');
  // Not the hidden field that stands in its place while it loads.
  await expect(dialog.getByRole('textbox', { name: /^Amount requested/ })).toBeFocused();
  await type('75000');
  await press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toBeFocused();
  await page.goto(path);
  const edit = button('Edit Amount requested');
  await expect(edit).toBeAttached();
  await tabTo(edit);
  await press('Enter');
  await expect(dialog.getByRole('textbox', { name: /^Amount requested/ })).toBeFocused();
  await press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();

  // A note for the leads of a page: cancelled, added, undone.
  await page.goto('/leads?q=huia+focus');
  await expect(row).toBeVisible();
  await tabTo(page.getByRole('checkbox', { name: 'Select this page' }));
  await press('Space');
  await tabTo(button('Add note…'));
  await press('Enter');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await press('Escape');
  await expect(button('Add note…')).toBeFocused();
  await press('Enter');
  await tabTo(dialog.getByRole('textbox', { name: 'Note' }));
  await type('Call on Monday.');
  await tabTo(button('Continue'));
  await press('Enter');
  await tabTo(button(/^Add the note to /));
  await press('Enter');
  await expect(dialog.getByText(/^Note added to/).first()).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);
  await tabTo(button('Undo').first());
  await press('Enter');
  await expect(page.getByText(/^Undone: /).first()).toBeVisible();
  await expect(page.locator(':focus')).toHaveCount(1);

  // A page with something unsaved: stayed on, then left.
  await page.goto(path);
  await expect(button('Edit lead')).toBeVisible();
  await tabTo(button('Edit lead'));
  await press('Enter');
  await tabTo(page.getByLabel('First name'));
  await type('Hu');
  const deals = page.getByRole('navigation').getByRole('link', { name: 'Deals' });
  await tabTo(deals, 'Shift+Tab');
  await press('Enter');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(deals).toBeFocused();
  await press('Enter');
  await tabTo(dialog.getByRole('button', { name: 'Leave' }));
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Deals' })).toBeFocused();

  // A session that ended.
  await expect(row).toBeVisible();
  // Not the next page, which is there before it is asked for.
  await tabTo(page.getByRole('columnheader').getByRole('link', { name: 'Amount' }));
  await page.request.delete('/portal/session', { headers: { origin: baseURL ?? '' } });
  await press('Enter');
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await type(demoPassword);
  await press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);
});

/** Creates a lead with a file, and returns its page's path. */
async function createLead(page: Page, url: string): Promise<string> {
  const program = await interfaceClientOf(page, url);
  return `/leads/${await createWithFile(program, lead, 'huia.pdf')}`;
}
