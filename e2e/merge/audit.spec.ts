import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import pg from 'pg';

import { demoOperatorKey, demoPassword, expect, people, test as base } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { operatorProgram } from '#e2e/operator-program.ts';
import { downloaded } from '#e2e/screens/bulk-upload.ts';
import { confirmPassword } from '#e2e/screens/profile.ts';
import { signInByForm } from '#e2e/screens/sign-in.ts';
import { startPostgres } from '#server/testing/database/postgres-server.ts';

// A database server, so that the command can read while the portal runs.
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [
    async ({}, use) => {
      const postgres = await startPostgres();
      await use({
        DEMO: '1',
        DATABASE_URL: `${postgres.url}/postgres`,
        PORTAL_SECRET: 'a portal secret for tests, long enough',
      });
      await postgres.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
test.use({ expectedNoise: /the server responded with a status of 40[013]/ });

test('the audit trail shows an admin what was done and by whom, and a changed byte is found', async ({
  page,
  browser,
  product: { url },
  settings,
}) => {
  test.slow();
  await page.goto('/leads');
  await page.getByLabel('Email').fill(people.admin);
  await page.getByLabel('Password').fill('a wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email or password is incorrect').first()).toBeVisible();
  await signInByForm(page, 'admin');
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();
  const program = await interfaceClientOf(page, url);
  const client = { firstName: 'Hemi', phone: '+6490001234', companyName: 'Kauri Clinics' };
  const { body } = await program.createLead({ ...client, lastName: 'Audited' });
  const { id } = body as { id: string };
  await page.goto('/leads?q=Audited');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await downloaded(page, page.getByRole('button', { name: 'Export 1 lead' }));
  await page.goto('/people');
  await page.getByRole('button', { name: 'Invite' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite a person' });
  await invite.getByLabel('Name').fill('Noor Aziz');
  await invite.getByLabel('Email').fill('noor@harbour.test');
  await invite.getByRole('button', { name: 'Invite' }).click();
  await confirmPassword(page, demoPassword);
  await expect(page.getByText('Link for Noor Aziz')).toBeVisible();

  // The operator's system converts the lead, support reads it, a broker is denied something.
  await operatorProgram(url, demoOperatorKey).convertLead(id);
  for (const [person, path, shown] of [
    ['support', `/leads/${id}`, 'Audited'],
    ['broker', '/leads', 'New lead'],
  ] as const) {
    const elsewhere = await browser.newContext({ baseURL: url });
    const theirs = await elsewhere.newPage();
    await theirs.goto(path);
    await signInByForm(theirs, person);
    await expect(theirs.getByRole('main')).toContainText(shown);
    if (person === 'broker')
      expect((await elsewhere.request.get('/portal/bulk-uploads')).status()).toBe(403);
    else {
      await theirs.goto('/audit');
      const row = theirs.getByRole('row', {
        name: /Changed by the operator’s system.*convertLead/,
      });
      await expect(row).toBeVisible();
    }
    await elsewhere.close();
  }

  await page.goto('/audit');
  for (const name of [
    /Access denied.*Bea Harper/,
    /Read by support.*Lead/,
    /Account added.*Ada Marsh.*Noor Aziz/,
    /Export downloaded.*Ada Marsh/,
    /Export prepared.*Ada Marsh/,
    /Signed in.*Ada Marsh/,
    /Sign-in failed/,
  ])
    await expect(page.getByRole('row', { name }).first()).toBeVisible();
  await page.getByLabel('What').selectOption('Read by support');
  await expect(page.getByRole('row', { name: /Export/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Read by support.*Lead/ }).first()).toBeVisible();
  const { bytes } = await downloaded(page, page.getByRole('link', { name: 'Export' }));
  expect(bytes.toString().trim().split('\n')).toHaveLength(2);

  expect(await verify(settings)).toMatch(
    /^\d+ entries in \d+ chains are as they were written\. 0 older ones were deleted/,
  );
  await changeOneByte(settings['DATABASE_URL'] ?? '');
  await expect(verify(settings)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Broken: entry \d+ of chain “.+”/),
  });
});

async function verify(settings: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...process.env, ...settings };
  const { stdout } = await promisify(execFile)(
    'npm',
    ['run', '--silent', 'audit', '--', 'verify'],
    { env },
  );
  return stdout.trim();
}

/** Changes a detail of one entry, as somebody with all rights in the database can. */
async function changeOneByte(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`alter table audit_entries disable trigger all;
    update audit_entries set details = '{"list": "Leads"}' where kind = 'export-downloaded';
    alter table audit_entries enable trigger all`);
  await client.end();
}
