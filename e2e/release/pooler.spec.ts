import { csv } from '#e2e/files.ts';
import { expect, test as base } from '#e2e/fixtures.ts';
import { interfaceClientOf } from '#e2e/interface-client.ts';
import { leadRows, windows1252 } from '#e2e/lead-files.ts';
import { startPgBouncer } from '#e2e/reference/pg-bouncer.ts';
import { bulkUpload, downloaded } from '#e2e/screens/bulk-upload.ts';
import { leadRowsOn, updateElsewhere } from '#e2e/screens/leads-list.ts';
import { signInByForm } from '#e2e/screens/sign-in.ts';
import { startPostgres } from '#server/testing/database/postgres-server.ts';

const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [
    async ({}, use) => {
      const postgres = await startPostgres();
      const direct = `${postgres.url}/postgres`;
      const pooler = await startPgBouncer(direct);
      await use({
        DEMO: '1',
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: direct,
        PORTAL_SECRET: 'a portal secret for tests, long enough',
      });
      await pooler.stop();
      await postgres.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
// The browser’s own message about a response before sign-in.
test.use({ expectedNoise: /the server responded with a status of 401/ });

test('behind PgBouncer in transaction mode people sign in, read, write, upload, export, and see what changes', async ({
  page,
  product: { url },
}) => {
  await page.goto('/leads');
  await signInByForm(page, 'admin');
  await expect(leadRowsOn(page).nth(5)).toBeVisible();
  const program = await interfaceClientOf(page, url);

  // Many at once, over three connections.
  const client = { firstName: 'Hemi', phone: '+6490001234', companyName: 'Kauri Clinics' };
  const created = await Promise.all(
    Array.from({ length: 40 }, async (_, at) =>
      program.createLead({ ...client, lastName: `Pooled ${at}` }),
    ),
  );
  expect(created.map(({ status }) => status)).toEqual(created.map(() => 200));
  const id = (created[0]!.body as { id: string }).id;
  const file = { type: 'Bank Statements', fileName: 'rows.csv', content: csv('').buffer };
  expect((await program.attach(id, [file])).status).toBe(200);
  const lists = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => program.listLeads(1 + (at % 3), 20)),
  );
  expect(lists.map(({ status }) => status)).toEqual(lists.map(() => 200));

  const upload = bulkUpload(page);
  await upload.open();
  await upload.choose(windows1252('pooled.csv', leadRows(300)));
  await upload.submitAll();
  await expect(page.getByText('300 leads submitted')).toBeVisible({ timeout: 240_000 });

  await page.goto('/leads?q=Pooled');
  await expect(page.getByText('1–20 of 40')).toBeAttached();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const { bytes } = await downloaded(page, page.getByRole('button', { name: 'Export 40 leads' }));
  expect(bytes.toString().match(/Pooled \d+/g)).toHaveLength(40);

  // Learned of by LISTEN, on a connection that passes PgBouncer by.
  await page.goto(`/leads/${id}`);
  await updateElsewhere(program, id, { tradingName: 'Heron Trading of Today' });
  await expect(page.getByText('Heron Trading of Today').first()).toBeVisible({ timeout: 30_000 });
});
