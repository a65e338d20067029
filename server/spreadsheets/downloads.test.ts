import { once } from 'node:events';
import { PassThrough } from 'node:stream';

import { expect, test } from 'vitest';

import type { SupportCaller } from '#server/auth/caller.ts';
import { testDatabase, testService } from '#server/testing/access/with-people.ts';
import { makePerson } from '#server/testing/people.ts';

import { maxDownloads, openDownloads } from './downloads.ts';

function caller(accountId: string): SupportCaller {
  const person = { name: 'Sam', sessionId: null, partnerId: null, contactId: null };
  return { accountId, role: 'support', ...person };
}

test('an account has a few downloads at once, whatever others have', async () => {
  const downloads = openDownloads((await testDatabase()).db);
  const begin = (who: SupportCaller, response: PassThrough) => downloads.begin(who, response);
  const responses = Array.from({ length: maxDownloads }, () => new PassThrough());
  for (const response of responses) begin(caller('one'), response);
  const next = () => begin(caller('one'), new PassThrough());
  expect(next).toThrow('Wait until one of your downloads has ended.');
  begin(caller('other'), new PassThrough());
  const [response = new PassThrough()] = responses;
  response.destroy();
  await once(response, 'close');
  // A download whose client has gone already does not count.
  begin(caller('one'), response);
  next();
  expect(next).toThrow('Wait until one of your downloads has ended.');
});

test('files of the audit trail count, with all other downloads', async () => {
  const service = await testService();
  const admin = await makePerson(service.database.db, 'partner-admin');
  const { id } = (
    await service.as(admin).post('/portal/exports', { list: 'leads', query: '' })
  ).json<{ id: string }>();
  const files = ['/portal/audit/file', `/portal/exports/${id}/file`];
  const responses = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => service.as(admin).get(files[at % 2] ?? '')),
  );
  const counts = Map.groupBy(responses, ({ statusCode }) => statusCode);
  expect(new Set(counts.keys())).toEqual(new Set([200, 429]));
  expect(counts.get(429)?.[0]?.headers['retry-after']).toBe('10');
});

test('a file of the audit trail ends once its reader’s account is changed', async () => {
  const service = await testService();
  const { db, pool } = service.database;
  const admin = await makePerson(db, 'partner-admin');
  // More of a file than connections hold back.
  await pool.query(
    `insert into audit_entries (kind, actor_type, partner_id, details)
      select 'signed-in', 'unknown', $1, json_build_object('text', repeat('x', 5000))
      from generate_series(1, 3000)`,
    [admin.partnerId],
  );
  const origin = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { body } = await fetch(`${origin}/portal/audit/file`, { headers: admin.session });
  const reader = body!.getReader();
  await reader.read();
  await db
    .updateTable('accounts')
    .set({ role: 'broker' })
    .where('id', '=', admin.accountId)
    .execute();
  const readAll = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read());
  };
  await expect(readAll()).rejects.toThrow('terminated');
});
