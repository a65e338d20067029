import { demoPassword, expect, people, signIn, test } from './fixtures.ts';
import { listOpenings } from './openings.ts';
import { quietOpenings } from './quiet-openings.ts';
import { expectTyped, waitForShortcuts, word } from './type-early.ts';
import { button, firstName, inDialog, openings, selectLead } from './typed-openings.ts';

/** The components not opened here, and why. */
const others: Readonly<Record<string, string>> = {
  ConfirmDialog: 'the shell of others',
  Dialog: 'the shell of others',
  EnterKeyDialog: 'merge/in-front/typed-early.spec.ts opens it',
  PopoverMenu: 'the shell of others',
  ShortForm: 'the shell of others',
  SignInAgain: 'opens by itself, below',
  SubmitAsNew: 'merge/in-front/typed-early.spec.ts opens it',
  Time: 'shows the exact time as a tooltip does, and takes no key from the page',
  renderMade: 'a step of BulkChangeDialog',
  renderPreviewed: 'a step of BulkChangeDialog',
};

const all = { ...openings, ...quietOpenings };

test('every dialog and menu of the portal is in the list of these tests', () => {
  const found = listOpenings();
  const named = [...Object.keys(all), ...Object.keys(others)];
  expect(found.filter((name) => !named.includes(name))).toEqual([]);
  expect(Object.keys(others).filter((name) => !found.includes(name))).toEqual([]);
});

for (const [name, opening] of Object.entries(openings))
  test(`what is typed right after a press arrives: ${name}`, async ({ page, network }) =>
    expectTyped(page, network, opening));

for (const [name, opening] of Object.entries(quietOpenings))
  test(`what opens without a field has the focus, and keys do nothing: ${name}`, async ({
    page,
    network,
  }) => expectTyped(page, network, opening));

test('Enter before a field is there is a line of a note, submits no form unseen, and chooses in the command menu', async ({
  page,
  network,
}) => {
  await signIn(page, 'otherAdmin', network.url, '/leads');
  await waitForShortcuts(page);
  const typeBeforeIt = async (text: string) => {
    await page.keyboard.type(text);
    network.release(Infinity);
  };

  const row = page.locator('tbody tr').first();
  await row.hover();
  network.delayResponses('GET', '/assets/');
  await row.locator('[data-edits]').first().click();
  await typeBeforeIt('75123\nn');
  const amount = page.getByRole('dialog').getByRole('textbox', { name: /^Amount requested/ });
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('75123');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  network.delayResponses('GET', '/assets/');
  await selectLead(page);
  await button(page, 'Add note…').click();
  await typeBeforeIt('One\nTwo');
  await expect(inDialog('Note')(page)).toBeFocused();
  await expect(inDialog('Note')(page)).toHaveValue('One\nTwo');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  network.delayResponses('GET', '/assets/');
  await page.keyboard.press('Control+k');
  await typeBeforeIt('new lead\n');
  await expect(page).toHaveURL(/leads\/new$/);
  await expect(firstName(page)).toBeFocused();
});

test.describe('when the service has ended the session', () => {
  test.use({ expectedNoise: /status of 401/ });

  test('the question for the password has the focus, and no key acts on the page', async ({
    page,
    network,
  }) => {
    await signIn(page, 'admin', network.url, '/leads');
    await waitForShortcuts(page);
    await page.request.delete(`${network.url}/portal/session`, {
      headers: { origin: network.url },
    });
    network.delayResponses('GET', '/assets/');
    // The part of the question: from then on the page knows that the session has ended.
    const question = page.waitForRequest(/\/assets\//, { timeout: 30_000 });
    await button(page, 'Next page').press('Enter');
    await question;
    const address = page.url();
    await page.keyboard.type(word);
    network.release(Infinity);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    const password = dialog.getByLabel('Password', { exact: true });
    await expect(password).toBeFocused();
    // What was typed before the dialog was there was not meant for it.
    await expect(dialog.getByLabel('Email')).toHaveValue(people.admin);
    await page.keyboard.type(demoPassword);
    await expect(password).toHaveValue(demoPassword);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(address);
    await expect(page.locator('dialog[open], :popover-open')).toHaveCount(0);
  });
});

test.describe('while nothing can be loaded', () => {
  test.use({ expectedNoise: /status of 404|ERR_INTERNET_DISCONNECTED/ });

  test('what is typed for a page or a dialog is kept, and the message has the focus', async ({
    signedIn,
  }) => {
    const page = await signedIn('otherAdmin', '/leads');
    const context = page.context();
    await waitForShortcuts(page);
    await selectLead(page);
    await expect(button(page, 'Add note…')).toBeVisible();
    await context.setOffline(true);
    await button(page, 'Add note…').click();
    await page.keyboard.type(word);
    await expect(page.getByText('Part of this page couldn’t be loaded')).toBeVisible();
    await expect(page.locator('[data-parts-notice]')).toBeFocused();
    await context.setOffline(false);
    const note = inDialog('Note')(page);
    await expect(note).toHaveValue(word);
    await expect(note).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Add note…')).toBeFocused();

    await context.setOffline(true);
    await page.keyboard.press('n');
    await page.keyboard.type(word);
    const heading = page.getByRole('heading', { level: 1, name: 'Couldn’t load' });
    await expect(heading).toBeFocused();
    // By itself, once the line is back.
    await context.setOffline(false);
    await expect(firstName(page)).toHaveValue(word);
    await expect(firstName(page)).toBeFocused();
  });

  test('after a release, the message of the page has the focus', async ({ page, network }) => {
    await signIn(page, 'otherAdmin', network.url);
    await waitForShortcuts(page);
    network.replaceFiles(true);
    await page.keyboard.press('n');
    await page.keyboard.type(word);
    await expect(page.getByRole('heading', { level: 1, name: 'New version' })).toBeFocused();
    // Not for another page.
    network.replaceFiles(false);
    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByRole('link', { name: 'New lead' }).first().click();
    await expect(firstName(page)).toBeFocused();
    await expect(firstName(page)).toHaveValue('');
  });
});
