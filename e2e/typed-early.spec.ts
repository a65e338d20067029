import { expect, signIn, test } from './fixtures.ts';
import { listOpenings } from './openings.ts';
import { quietOpenings } from './quiet-openings.ts';
import { waitForShortcuts } from './type-early.ts';
import { button, firstName, inDialog, openings, selectLead } from './typed-openings.ts';

// merge/typed-early.spec.ts opens each of them.
/** The components that are not opened there, and why. */
const others: Readonly<Record<string, string>> = {
  ConfirmDialog: 'the shell of others',
  Dialog: 'the shell of others',
  EnterKeyDialog: 'merge/in-front/typed-early.spec.ts opens it',
  PopoverMenu: 'the shell of others',
  ShortForm: 'the shell of others',
  SignInAgain: 'opens by itself: merge/typed-early.spec.ts',
  SubmitAsNew: 'merge/in-front/typed-early.spec.ts opens it',
  Time: 'shows the exact time as a tooltip does, and takes no key from the page',
  renderMade: 'a step of BulkChangeDialog',
  renderPreviewed: 'a step of BulkChangeDialog',
};

test('every dialog and menu of the portal is in the list of these tests', () => {
  const found = listOpenings();
  const named = [...Object.keys(openings), ...Object.keys(quietOpenings), ...Object.keys(others)];
  expect(found.filter((name) => !named.includes(name))).toEqual([]);
  expect(Object.keys(others).filter((name) => !found.includes(name))).toEqual([]);
});

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
