import type { Locator, Page } from '@playwright/test';

import { expect, people, signIn, test } from './fixtures.ts';
import { listOpenings } from './openings.ts';
import { leadForm } from './screens/lead-form.ts';

/** What is typed right after a press, faster than anybody: `n`, `f` and `j` are shortcuts too. */
const word = 'Fenj';

interface Opening {
  readonly person: keyof typeof people;
  readonly path: string;
  /** Does what comes before the press. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly open: (page: Page) => Promise<unknown>;
  /** The first field: it has the focus and, if it is for text, what was typed. */
  readonly field: (page: Page) => Locator;
  readonly isForText?: false;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const press = (name: string | RegExp) => async (page: Page) => button(page, name).click();
const inDialog = (label: string) => (page: Page) => page.getByRole('dialog').getByLabel(label);
const onPeople = { person: 'otherAdmin', path: '/people' } as const;
const onProfile = { person: 'otherBroker', path: '/profile' } as const;
const ofLeads = { person: 'otherAdmin', path: '/leads' } as const;
const selectLead = async (page: Page) => page.getByRole('checkbox').nth(1).check();
const openLead = async (page: Page) => {
  await page.locator('tbody th > a').first().click();
  await expect(page.getByRole('button', { name: 'Edit lead' })).toBeVisible();
};
const firstName = (page: Page) => page.getByLabel('First name', { exact: true });

/** What opens with a field, by the component that opens; or by what is pressed. */
const openings: Readonly<Record<string, Opening>> = {
  BulkChangeDialog: {
    ...ofLeads,
    prepare: selectLead,
    open: press('Add note…'),
    field: inDialog('Note'),
  },
  InPlaceEditor: {
    ...ofLeads,
    prepare: async (page) => page.locator('tbody tr').first().hover(),
    open: async (page) => page.locator('tbody [data-edits]').first().click(),
    field: (page) => page.getByRole('dialog').getByRole('textbox', { name: /^Amount requested/ }),
  },
  'InPlaceEditor on the page of a lead': {
    ...ofLeads,
    prepare: openLead,
    open: press('Edit Phone'),
    field: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Phone', exact: true }),
  },
  LeadEditForm: { ...ofLeads, prepare: openLead, open: press('Edit lead'), field: firstName },
  RecordsBar: {
    ...ofLeads,
    open: async (page) => page.keyboard.press('f'),
    field: (page) => page.getByRole('searchbox', { name: 'Search filters' }),
  },
  'RecordsBar, pressed': {
    ...ofLeads,
    open: press('Filter'),
    field: (page) => page.getByRole('searchbox', { name: 'Search filters' }),
  },
  SavedView: {
    ...ofLeads,
    path: '/leads?status=Converted',
    open: press('Save as view'),
    field: (page) => page.getByLabel('Name of the view'),
  },
  DisplayMenu: {
    ...ofLeads,
    open: press('Display'),
    field: (page) => page.getByLabel('Order'),
    isForText: false,
  },
  MenuDialog: {
    ...ofLeads,
    open: async (page) => page.keyboard.press('Control+k'),
    field: (page) => page.getByRole('combobox', { name: /^Search leads/ }),
  },
  InviteDialog: { ...onPeople, open: press('Invite'), field: inDialog('Name') },
  IntegrationDialog: { ...onPeople, open: press('Add integration'), field: inDialog('Name') },
  PersonDialog: {
    ...onPeople,
    open: press(/^Edit/),
    field: inDialog('Role'),
    isForText: false,
  },
  IdentityDialog: { ...onProfile, open: press('Edit name and email'), field: inDialog('Name') },
  ChangePasswordDialog: {
    ...onProfile,
    open: press('Change password'),
    field: inDialog('Current password'),
  },
  NewKeyDialog: { ...onProfile, open: press('New API key'), field: inDialog('Name') },
  PasswordQuestion: { ...onProfile, open: press('Show API key'), field: inDialog('Password') },
  AnswerPanel: {
    person: 'broker',
    path: '/home',
    open: press(/^Answer/),
    field: (page) => page.getByLabel('Your answer'),
  },
  'AnswerPanel, for fields': {
    person: 'broker',
    path: '/home',
    open: press(/^Correct/),
    field: firstName,
  },
  'New lead by key': {
    ...ofLeads,
    open: async (page) => page.keyboard.press('n'),
    field: firstName,
  },
  'New lead by link': {
    ...ofLeads,
    open: async (page) => page.getByRole('link', { name: 'New lead' }).first().click(),
    field: firstName,
  },
  'New lead by command': {
    ...ofLeads,
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Search leads/ }).fill('new lead');
      await expect(page.getByRole('dialog').getByRole('option').first()).toHaveText(/^New lead/);
    },
    open: async (page) => page.keyboard.press('Enter'),
    field: firstName,
  },
  'Another lead': {
    ...ofLeads,
    prepare: async (page) => {
      await page.keyboard.press('n');
      await leadForm(page).fillRequired({ firstName: 'Tane', companyName: 'Tui Roasters' });
      await leadForm(page).submit();
    },
    open: press('Submit another lead'),
    field: firstName,
  },
};

/** What opens without a field to type in by a press, and why. */
const others: Readonly<Record<string, string>> = {
  ApiKeySection: 'asks yes or no',
  ConfirmDialog: 'the shell of others',
  Dialog: 'the shell of others',
  DiscardDialog: 'asks yes or no',
  NewPasskeyDialog:
    'a ShortForm as the others of the profile; browsers have passkeys for names only',
  EnterKeyDialog: 'a ShortForm as the others of the profile, in front of an existing service only',
  KeyDialog: 'asks yes or no',
  LeaveQuestion: 'asks yes or no',
  ListMenu: 'lists acts and views',
  PopoverMenu: 'the shell of others',
  RecordPeek: 'shows a row',
  ShortForm: 'the shell of others',
  ShortcutsHelp: 'lists the keys',
  SignInAgain: 'opens by itself',
  SnoozeMenu: 'lists acts, and a date',
  SubmitAsNew: 'asks yes or no',
  SubmitDialog: 'asks yes or no, with a checkbox',
  Time: 'shows a time',
  TypeDialog: 'has a list of types',
  WithdrawalDialog: 'asks yes or no',
  renderMade: 'a step of BulkChangeDialog',
  renderPreviewed: 'a step of BulkChangeDialog',
};

test('every dialog and menu of the portal is in the list of these tests', () => {
  const found = listOpenings();
  const named = [...Object.keys(openings), ...Object.keys(others)];
  expect(found.filter((name) => !named.includes(name))).toEqual([]);
  expect(Object.keys(others).filter((name) => !found.includes(name))).toEqual([]);
});

/** Waits until single keys act: they are loaded after the page. */
async function untilKeysAct(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({
      timeout: 500,
    });
  }).toPass({ timeout: 20_000 });
  // In a dialog without a field, keys do nothing.
  await page.keyboard.type(word);
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

for (const [name, opening] of Object.entries(openings)) {
  const { person, path, prepare, open, field, isForText = true } = opening;
  test(`what is typed right after a press arrives: ${name}`, async ({ page, network }) => {
    await signIn(page, person, network.url, path);
    await untilKeysAct(page);
    await prepare?.(page);
    // Parts that are not there yet come after the word, however fast the machine is.
    network.delayResponses('GET', '/assets/');
    await open(page);
    await page.keyboard.type(word);
    network.release(Infinity);
    await expect(field(page)).toBeFocused();
    if (isForText) await expect(field(page)).toHaveValue(word);
    await page.keyboard.type('X');
    if (isForText) await expect(field(page)).toHaveValue(`${word}X`);
  });
}

test('keys do nothing in a menu without a field to type in', async ({ signedIn }) => {
  const page = await signedIn('broker', '/home');
  await untilKeysAct(page);
  const more = page.getByRole('button', { name: /^More: / }).first();
  await more.click();
  await page.keyboard.type(word);
  await expect(page.getByRole('button', { name: 'Snooze until tomorrow' })).toBeVisible();
  await expect(page).toHaveURL(/home$/);

  await page.goto('/leads?status=Converted');
  await untilKeysAct(page);
  await button(page, 'More').click();
  await page.keyboard.type(word);
  await expect(page.getByRole('group', { name: 'More', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/leads\?status=Converted$/);
});

test.describe('while nothing can be loaded', () => {
  test.use({ expectedNoise: /status of 404|ERR_INTERNET_DISCONNECTED/ });

  test('what is typed for a page or a dialog is kept, and the message has the focus', async ({
    signedIn,
  }) => {
    const page = await signedIn('otherAdmin', '/leads');
    const context = page.context();
    await untilKeysAct(page);
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
    await context.setOffline(false);
    await button(page, 'Try again').click();
    await expect(firstName(page)).toHaveValue(word);
    await expect(firstName(page)).toBeFocused();
  });

  test('after a release, the message of the page has the focus', async ({ page, network }) => {
    await signIn(page, 'otherAdmin', network.url);
    await untilKeysAct(page);
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
