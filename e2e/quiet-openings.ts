import type { Page } from '@playwright/test';

import { demoPassword, expect } from './fixtures.ts';
import { interfaceClientOf } from './interface-client.ts';
import { leadCells, windows1252 } from './lead-files.ts';
import { bulkUpload } from './screens/bulk-upload.ts';
import { createWithFile } from './screens/leads-list.ts';
import { confirmPassword } from './screens/profile.ts';
import { type Opening, waitForShortcuts } from './type-early.ts';
import { button, firstName, inDialog, openLead, press } from './typed-openings.ts';

/** The title of a question, which has the focus so that Enter chooses nothing. */
export const questionTitle = (page: Page) => page.getByRole('dialog').getByRole('heading').first();

/** Opens a lead with a file of the person’s own. */
async function openLeadWithFile(page: Page): Promise<void> {
  const program = await interfaceClientOf(page, new URL(page.url()).origin);
  const lead = { ...leadCells(73_001), firstName: 'Huia' };
  await page.goto(`/leads/${await createWithFile(program, lead, 'huia.pdf')}`);
  await waitForShortcuts(page);
}

async function createKey(page: Page): Promise<void> {
  await button(page, 'New API key').click();
  await inDialog('Name')(page).fill('Nightly export');
  await page.keyboard.press('Enter');
  await confirmPassword(page, demoPassword);
  await expect(button(page, /^Revoke the API key/)).toBeVisible();
}

const ofBroker = { person: 'broker', isForText: false } as const;
const ofFile = { ...ofBroker, path: '/leads', prepare: openLeadWithFile } as const;

/**
 * What opens without a field for text: questions, menus, what only shows something. A question has
 * the focus on its title or first field, a menu on its button.
 */
export const quietOpenings: Readonly<Record<string, Opening>> = {
  ProfileKey: {
    ...ofBroker,
    path: '/profile',
    open: press('Replace API key'),
    field: questionTitle,
  },
  KeyDialog: {
    ...ofBroker,
    path: '/profile',
    prepare: createKey,
    open: press(/^Revoke the API key/),
    field: questionTitle,
  },
  DiscardDialog: {
    ...ofBroker,
    path: '/leads',
    prepare: async (page) => {
      await page.keyboard.press('n');
      await firstName(page).fill('Tane');
      await expect(button(page, 'Discard draft')).toBeVisible();
    },
    open: press('Discard draft'),
    field: questionTitle,
  },
  FollowUpMenu: {
    ...ofBroker,
    path: '/home',
    open: press(/^More: /),
    // Hidden, until a field of the menu takes its place: this one has none for text.
    field: (page) => page.getByRole('textbox', { name: /^More: / }),
    shown: (page) => page.getByRole('button', { name: /^In three days/ }),
  },
  LeaveQuestion: {
    ...ofBroker,
    path: '/leads',
    prepare: async (page) => {
      await openLead(page);
      await button(page, 'Edit lead').click();
      await firstName(page).fill('Tane');
    },
    open: async (page) => page.getByRole('link', { name: 'Deals', exact: true }).click(),
    field: questionTitle,
  },
  ListMenu: {
    ...ofBroker,
    path: '/leads?status=Converted',
    open: press('More'),
    // Hidden, until a field of the menu takes its place: this one has none.
    field: (page) => page.getByRole('group', { name: 'More', exact: true }).getByRole('textbox'),
  },
  RecordPeek: {
    ...ofBroker,
    path: '/leads',
    prepare: async (page) => page.locator('tbody th > a').first().focus(),
    open: async (page) => page.keyboard.press('Space'),
    // J and K move to other rows.
    field: (page) => page.getByRole('dialog', { name: 'This lead' }).getByRole('link').first(),
  },
  ShortcutsHelp: {
    ...ofBroker,
    path: '/leads',
    open: async (page) => page.keyboard.press('?'),
    field: questionTitle,
  },
  SubmitDialog: {
    person: 'admin',
    isForText: false,
    path: '/bulk-upload',
    prepare: async (page) => {
      const rows = [leadCells(73_101), ...[1, 2].map((row) => leadCells(row, { phone: '?' }))];
      await bulkUpload(page).choose(windows1252('mostly-rejected.csv', rows));
      await expect(bulkUpload(page).submit).toBeVisible();
    },
    open: async (page) => bulkUpload(page).submit.click(),
    field: questionTitle,
  },
  TypeDialog: {
    ...ofFile,
    open: press('Change type of huia.pdf'),
    field: (page) => page.getByRole('dialog').getByLabel('Type'),
  },
  WithdrawalDialog: { ...ofFile, open: press('Remove huia.pdf'), field: questionTitle },
};
