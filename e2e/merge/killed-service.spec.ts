import { type Browser, expect, type Page, test as base } from '@playwright/test';

import { pdf } from '#e2e/files.ts';
import { demoOperatorKey, people, signIn } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { type KillableService, startKillableService } from '#e2e/killable-service.ts';
import { operatorProgram } from '#e2e/operator-program.ts';
import {
  failingRoutes,
  failOnPersonalData,
  meetFailures,
  personalData,
  usePersonalData,
} from '#e2e/personal-data.ts';
import { uploadFiles } from '#e2e/screens/attachments.ts';
import { history } from '#e2e/screens/history.ts';
import type { Database } from '#server/testing/database/data-folder.ts';
import { insertListedLeads } from '#server/testing/leads/listed-leads.ts';

/** How many leads of one company there are. */
const leads = 400;

/** Tests that kill the service, look into its database, and start it again. */
const test = base.extend<object, { service: KillableService }>({
  service: [
    async ({}, use) => {
      const service = await startKillableService({}, prepare);
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
// One service for all tests.
test.describe.configure({ mode: 'default' });

test('a draft is deleted 30 days after its last change, and a file can be withdrawn for 24 hours', async ({
  service,
  browser,
}) => {
  const page = await openAs(browser, 'broker', service.url);
  const recent = await typeDraft(page, 'Tui');
  const old = await typeDraft(page, 'Moa');
  await createLead(page, service.url);
  await uploadFiles(page, [pdf('june.pdf'), pdf('july.pdf')]);
  const withdraw = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
  await expect(withdraw('july.pdf')).toBeVisible();
  // One limit passes while the page asks whether to withdraw the file.
  await withdraw('june.pdf').click();
  const dialog = page.getByRole('dialog', { name: 'Remove june.pdf?' });
  await expect(dialog).toBeVisible();

  await service.kill();
  await service.inDatabase(async ({ pool }) => {
    const age = async (statement: string, name: string, by: string) => {
      const { rowCount } = await pool.query(statement, [name, by]);
      expect(rowCount, name).toBe(1);
    };
    const draft = `update lead_drafts set updated_at = now() - $2::interval
      where content -> 'texts' ->> 'firstName' = $1`;
    await age(draft, 'Tui', '29 days 23 hours');
    await age(draft, 'Moa', '30 days 1 minute');
    const file = 'update attachments set created_at = now() - $2::interval where file_name = $1';
    await age(file, 'july.pdf', '23 hours');
    await age(file, 'june.pdf', '24 hours 1 minute');
  });
  await service.start();

  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'A file can be removed for 24 hours after it was sent. That time is over.',
  );
  await expect(dialog.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await dialog.getByText('Close', { exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Change type of june.pdf' })).toBeVisible();
  await expect(withdraw('june.pdf')).toHaveCount(0);
  await withdraw('july.pdf').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('link', { name: 'Download july.pdf' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Download june.pdf' })).toBeVisible();

  await page.goto('/leads/drafts');
  await expect(page.getByRole('rowheader')).toHaveText(['Tui']);
  await page.getByRole('link', { name: 'Tui' }).click();
  await expect(page).toHaveURL(recent);
  await expect(page.getByLabel('First name')).toHaveValue('Tui');
  await page.goto(old);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Draft not found');
  await expect(page.getByText('deleted 30 days after its last change')).toBeVisible();
  await page.context().close();
});

test(`a note for ${leads} leads is added to each once, although the service is killed meanwhile`, async ({
  service,
  browser,
}) => {
  const note = 'Call again after the harvest.';
  const page = await openAs(browser, 'admin', service.url, '/leads?q=kotuku');
  await expect(page.getByText(`1–20 of ${leads}`)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await bar.getByRole('button', { name: `Select all ${leads} leads of this list` }).click();
  await bar.getByRole('button', { name: 'Add note…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const add = dialog.getByRole('button', { name: `Add the note to ${leads} leads` });
  const sent = page.waitForRequest((request) => request.url().endsWith('/portal/bulk-changes'));
  await add.click();
  await sent;
  await service.kill();
  await expect(dialog.getByRole('alert')).toContainText('Couldn’t change the leads');
  const made = await service.inDatabase(async ({ db, pool }) => {
    await pool.query('drop function be_slow cascade');
    return db.selectFrom('bulk_changes').select('id').execute();
  });
  expect(made).toEqual([]);
  await service.start();

  await add.click();
  await expect(dialog.getByText(`Note added to ${leads} leads`).first()).toBeVisible();
  await page.goto(`/leads?q=kotuku`);
  const client = `Lead No ${leads - 1}`;
  await page.getByRole('table').getByRole('link', { name: client }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(client);
  await expect(history(page).items.filter({ hasText: note })).toHaveCount(1);
  await page.context().close();
  const changes = await operatorProgram(service.url, demoOperatorKey).listChanges();
  const noted = changes
    .map(({ recordId, values }) => ({ recordId, notes: String(values['notes']) }))
    .filter(({ notes }) => notes.includes(note));
  expect(noted.filter(({ notes }) => notes !== note)).toEqual([]);
  expect(noted).toHaveLength(leads);
  expect(new Set(noted.map(({ recordId }) => recordId)).size).toBe(leads);
});

test('nothing that people type, find, export or attach is in the log, not even of what fails', async ({
  service,
  browser,
}) => {
  const admin = await openAs(browser, 'admin', service.url);
  const broker = await openAs(browser, 'broker', service.url);
  const leadPath = await usePersonalData({ admin, broker });
  await service.kill();
  await service.inDatabase(failOnPersonalData);
  await service.start();
  await meetFailures({ admin, broker }, leadPath);
  const logged = service.output();
  for (const route of failingRoutes) expect(logged).toContain(`"route":"${route}"`);
  expect(logged.split('\n').filter((line) => personalData.test(line))).toEqual([]);
  for (const page of [admin, broker]) await page.context().close();
});

/** Opens a browser of a person's own. */
async function openAs(
  browser: Browser,
  person: keyof typeof people,
  url: string,
  path?: string,
): Promise<Page> {
  const page = await browser.newPage({ baseURL: url });
  // Playwright takes file choosers over while there is a listener.
  page.on('filechooser', () => {});
  await signIn(page, person, url, path);
  return page;
}

/** Types the beginning of a lead, and returns the address of its draft. */
async function typeDraft(page: Page, firstName: string): Promise<string> {
  await page.goto('/leads/new');
  await page.getByLabel('First name').fill(firstName);
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect(page).toHaveURL(/draft=/);
  return page.url();
}

/** Submits a lead by the API, and opens its page. */
async function createLead(page: Page, url: string): Promise<void> {
  const program = await interfaceClientOf(page, url);
  const client = { firstName: 'Huia', lastName: 'Tamati', phone: '+61491570156' };
  const { body } = await program.createLead({ ...client, companyName: 'Toroa Optics' });
  await page.goto(`/leads/${(body as { id: string }).id}`);
}

/** Adds leads of the admin, and makes bulk changes slow: the service is killed during one. */
async function prepare({ db, pool }: Database): Promise<void> {
  const { partnerId, contactId, accountId } = await db
    .selectFrom('accounts')
    .select(['id as accountId', 'partner_id as partnerId', 'contact_id as contactId'])
    .where('email', '=', people.admin)
    .executeTakeFirstOrThrow();
  const admin = { accountId, partnerId: partnerId ?? '', contactId: contactId ?? '' };
  await insertListedLeads(db, admin, leads, () => ({ fields: { companyName: 'Kotuku Gutters' } }));
  await pool.query(`
    create function be_slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(5); return null; end $$;
    create trigger be_slow after insert on bulk_changes
      for each statement execute function be_slow()`);
}
