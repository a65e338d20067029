import { expect, type Page } from '@playwright/test';

import type { Database } from '#server/testing/database/data-folder.ts';

import { pdf } from './files.ts';
import { interfaceClientOf } from './interface-client.ts';
import { uploadFiles } from './screens/attachments.ts';
import { history } from './screens/history.ts';

const client = {
  firstName: 'Waimarie',
  lastName: 'Korimako',
  companyName: 'Huhurangi Apiaries',
  phone: '+61491570159',
  email: 'waimarie@huhurangi-apiaries.test',
};

/** Whatever is typed, found, exported and attached here, in any spelling. */
export const personalData = /waimarie|korimako|huhurangi|491[\s-]?570[\s-]?159/i;

/** An admin and a broker of one partner, each signed in. */
interface People {
  readonly admin: Page;
  readonly broker: Page;
}

/**
 * The admin searches, exports and attaches a file; the broker types the draft of a lead for the
 * same client, and tells the admin. Returns the path of the client’s lead.
 */
export async function usePersonalData({ admin, broker }: People): Promise<string> {
  const program = await interfaceClientOf(admin, new URL(admin.url()).origin);
  const { body } = await program.createLead(client);
  const leadPath = `/leads/${(body as { id: string }).id}`;

  await admin.getByRole('searchbox', { name: 'Search leads' }).fill('korimako huhurangi');
  const found = admin.getByRole('rowheader').getByRole('link');
  await expect(found).toHaveText(['Waimarie Korimako']);
  await admin.getByRole('button', { name: 'More', exact: true }).click();
  const started = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export 1 lead' }).click();
  await (await started).path();
  await expect(admin.getByText('The only lead in this list, as CSV.')).toBeVisible();
  const menu = await searchInMenu(admin, '+61 491 570 159');
  await expect(menu.getByRole('option', { name: /Waimarie Korimako/ })).toBeVisible();
  await admin.goto(leadPath);
  await uploadFiles(admin, [pdf('waimarie-june.pdf')]);
  await expect(history(admin).newest).toContainText('File attached: waimarie-june.pdf');

  await broker.goto('/leads/new');
  await broker.getByLabel(/^Email/).fill(client.email);
  await expect(broker.getByText('Your company already has a lead with this email')).toBeVisible();
  await broker.getByLabel('First name').fill(client.firstName);
  await expect(broker.getByText(/^Saved /)).toBeVisible();
  return leadPath;
}

/**
 * Makes searches fail in the database, and writes with a message that repeats all their values.
 */
export async function failOnPersonalData({ pool }: Database): Promise<void> {
  await pool.query(`
    alter table leads rename column search to former_search;
    create function reject() returns trigger language plpgsql as
      $$ begin raise exception 'cannot store %', new; end $$`);
  for (const table of ['lead_drafts', 'attachments'])
    await pool.query(`create trigger reject before insert or update on ${table}
      for each row execute function reject()`);
}

/** What fails in {@link meetFailures}. */
export const failingRoutes = [
  'GET /portal/leads',
  'POST /portal/search',
  'POST /portal/exports',
  'POST /api/v1/attachment',
  'PUT /portal/drafts/:id',
  'POST /portal/client-leads',
];

/** Does the same again on the same pages, which show each time that it failed. */
export async function meetFailures({ admin, broker }: People, leadPath: string): Promise<void> {
  await broker.getByLabel('Company name').fill(client.companyName);
  await broker.getByLabel('Last name').fill(client.lastName);
  await expect(broker.getByText(/^Not saved: /)).toBeVisible();

  await admin.goto(leadPath);
  await uploadFiles(admin, [pdf('waimarie-july.pdf')]);
  const failure = /Something went wrong on our side/;
  await expect(admin.getByText(failure).first()).toBeVisible();
  const menu = await searchInMenu(admin, 'huhurangi');
  await expect(menu.getByText(failure).first()).toBeVisible();
  await admin.goto('/leads?q=huhurangi');
  await expect(admin.getByText('Couldn’t load leads').first()).toBeVisible();
  await admin.getByRole('button', { name: 'More', exact: true }).click();
  await admin.getByRole('button', { name: 'Export leads' }).click();
  await expect(admin.getByText('Couldn’t prepare the export')).toBeVisible();
}

async function searchInMenu(page: Page, text: string) {
  await page.keyboard.press('ControlOrMeta+k');
  const menu = page.getByRole('dialog', { name: 'Search and commands' });
  await menu.getByRole('combobox').fill(text);
  return menu;
}
