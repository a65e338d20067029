import { CompiledQuery, PostgresDriver } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';

import type { ListedAttachment } from '#contract/portal/attachments.ts';
import type { AppDeps } from '#server/app.ts';
import { byCommand } from '#server/auth/origin.ts';
import { deactivateAccount } from '#server/managed-accounts/change-account.ts';
import { operatorClient, submitLead } from '#server/testing/access/operator-client.ts';
import { testService } from '#server/testing/access/with-people.ts';
import { attachableFiles } from '#server/testing/fixture-files.ts';
import { disableAccount, makePerson } from '#server/testing/people.ts';
import { startClamdStandIn } from '#server/testing/scanning/clamd-stand-in.ts';

const pdf = attachableFiles['statement.pdf'];
const numbered = (number: number) => Buffer.concat([pdf, Buffer.from(`\n% ${number}\n`)]);

/** A service with a link of a broker for a client. */
async function startWithLink(deps: Partial<AppDeps> = {}, env: Record<string, string> = {}) {
  const service = await testService({ deps, env });
  const { db } = service.database;
  const broker = await makePerson(db, 'broker');
  const admin = await makePerson(db, 'partner-admin', broker.partnerId);
  const leadId = await submitLead(service, broker);
  const document = { kind: 'document', documentType: 'Bank Statements', text: 'January.' };
  const asked = await (
    await operatorClient(service)
  ).send('POST', '/requests', { fields: { recordType: 'lead', recordId: leadId, ...document } });
  const path = `/portal/requests/${asked.json<{ id: string }>().id}/upload-link`;
  const make = async (person = broker) => {
    const made = await service.as(person).post(path);
    return new URL(made.json<{ url: string }>().url).pathname;
  };
  return {
    service,
    db,
    broker,
    admin,
    leadId,
    make,
    open: async (url: string) => service.call('GET', url),
    send: async (url: string, files: Readonly<Record<string, Buffer>>) => {
      const form = new FormData();
      for (const [name, bytes] of Object.entries(files))
        form.append('files', new Blob([Uint8Array.from(bytes)]), name);
      const encoded = new Response(form);
      return service.call('POST', url, {
        payload: Buffer.from(await encoded.arrayBuffer()),
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      });
    },
    listed: async () =>
      (await service.as(broker).get(`/portal/leads/${leadId}/attachments`)).json<
        ListedAttachment[]
      >(),
  };
}

it('a file whose row was committed can be opened, though the response of the commit was lost', async () => {
  const { service, db, broker, make, send, listed } = await startWithLink();
  const url = await make();
  const spy = vi.spyOn(PostgresDriver.prototype, 'commitTransaction');
  onTestFinished(() => spy.mockRestore());
  let isLost = false;
  spy.mockImplementation(async (connection) => {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    if (isLost || !(await db.selectFrom('attachments').select('id').executeTakeFirst())) return;
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
  });
  expect((await send(url, { 'january.pdf': pdf })).statusCode).toBe(503);
  expect((await send(url, { 'january.pdf': pdf })).body).toContain('Received: january.pdf.');
  const [file] = await listed();
  const opened = await service.as(broker).get(`/portal/attachments/${file?.id}/file`);
  expect([opened.statusCode, opened.rawPayload]).toEqual([200, pdf]);
});

it('a file that is too large keeps none of the others out', async () => {
  const { make, send, listed } = await startWithLink();
  const large = Buffer.concat([pdf, Buffer.alloc(25 * 1024 * 1024)]);
  const sent = { 'january.pdf': numbered(1), 'large.pdf': large, 'march.pdf': numbered(3) };
  const { body, statusCode } = await send(await make(), sent);
  expect(statusCode).toBe(200);
  expect(body).toContain('Received: january.pdf, march.pdf. Not received:');
  expect(body).toContain('<strong>large.pdf</strong>: This file is larger than 25 MiB.');
  expect(await listed()).toHaveLength(2);
});

it('a scanner that fails hides none of the files that were received before', async () => {
  const clamd = await startClamdStandIn();
  onTestFinished(async () => clamd.close());
  clamd.limit(pdf.length + 100);
  const { make, send, listed } = await startWithLink({}, { SCAN_URL: clamd.url });
  const sent = {
    'january.pdf': numbered(1),
    'march.pdf': Buffer.concat([pdf, Buffer.alloc(1_000)]),
  };
  const { body } = await send(await make(), sent);
  expect(body).toContain('Received: january.pdf. Not received:');
  expect(body).toContain(
    '<strong>march.pdf</strong>: Files can’t be scanned for viruses right now',
  );
  expect(await listed()).toHaveLength(1);
});

it('a link ends with the account that made it, and when its lead is another contact’s', async () => {
  const { service, db, broker, admin, leadId, make, open, send } = await startWithLink();
  const moved = await make();
  expect((await open(moved)).statusCode).toBe(200);
  const fields = { brokerRepId: admin.contactId };
  await service.as(admin).patch(`/api/v1/lead/${leadId}`, { fields });
  expect((await open(moved)).statusCode).toBe(404);
  expect((await send(moved, { 'january.pdf': pdf })).statusCode).toBe(404);
  await service
    .as(admin)
    .patch(`/api/v1/lead/${leadId}`, { fields: { brokerRepId: broker.contactId } });

  const ofAdmin = await make(admin);
  expect((await open(ofAdmin)).statusCode).toBe(200);
  await disableAccount(db, admin);
  expect((await open(ofAdmin)).statusCode).toBe(404);

  await make();
  await deactivateAccount(db, broker.accountId, byCommand);
  expect(await db.selectFrom('upload_links').select('id').execute()).toEqual([]);
});

it('what is no token is looked for nowhere, and requests are limited as those of endpoints', async () => {
  const { db, make, open } = await startWithLink({ requestsPerMinute: 3 });
  const url = await make();
  const unknown = await open('/send-files/short');
  expect([unknown.statusCode, unknown.body]).toEqual([
    404,
    expect.stringContaining('This link doesn’t work'),
  ]);
  expect(await db.selectFrom('failed_attempts').selectAll().execute()).toEqual([]);
  const statuses = [await open(url), await open(url), await open(url)].map((one) => one.statusCode);
  expect(statuses.at(-1)).toBe(429);
});
