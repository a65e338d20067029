import type { Page } from '@playwright/test';

import { expect } from './fixtures.ts';
import { leadForm } from './screens/lead-form.ts';
import type { Opening } from './type-early.ts';

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first();
export const press = (name: string | RegExp) => async (page: Page) => button(page, name).click();
export const inDialog = (label: string) => (page: Page) =>
  page.getByRole('dialog').getByLabel(label);
const onPeople = { person: 'otherAdmin', path: '/people' } as const;
const onProfile = { person: 'otherBroker', path: '/profile' } as const;
const ofLeads = { person: 'otherAdmin', path: '/leads' } as const;
export const selectLead = async (page: Page) => page.getByRole('checkbox').nth(1).check();
export const openLead = async (page: Page) => {
  await page.locator('tbody th > a').first().click();
  await expect(page.getByRole('button', { name: 'Edit lead' })).toBeVisible();
};
export const firstName = (page: Page) => page.getByLabel('First name', { exact: true });

/** What opens with a field, by its component; where two open it, also by what opens it. */
export const openings: Readonly<Record<string, Opening>> = {
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
  NewPasskeyDialog: {
    ...onProfile,
    // Browsers have passkeys for names only.
    host: 'localhost',
    open: press('Add a passkey'),
    field: inDialog('Name'),
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
  AskForm: {
    ...ofLeads,
    prepare: openLead,
    open: press('Ask the lender'),
    field: (page) => page.getByLabel('Your question'),
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
