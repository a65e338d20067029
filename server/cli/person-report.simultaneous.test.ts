import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { byCommand } from '#server/auth/origin.ts';
import { openSession } from '#server/auth/sessions.store.ts';
import { newId } from '#server/db/ids.ts';
import { resetSecondFactor } from '#server/managed-accounts/restore-access.ts';
import { testService } from '#server/testing/access/with-people.ts';
import { untilWaiting } from '#server/testing/database/simultaneous.ts';
import { makePerson, testPassword } from '#server/testing/people.ts';
import { testFiles } from '#server/testing/test-app.ts';

import { erasePerson } from './person-report.ts';

async function start() {
  const service = await testService();
  const { db, pool } = service.database;
  const broker = await makePerson(db, 'broker');
  const files = testFiles(service);
  const erase = async () => erasePerson(db, files, broker.email, true);
  const blocked = async (count: number) => untilWaiting(pool, count);
  return { service, db, broker, erase, blocked };
}

test('a sign-in at the same moment as an erasure leaves no rows', async () => {
  const { db, broker, erase, blocked } = await start();
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('id', '=', broker.accountId)
    .executeTakeFirstOrThrow();
  let erased: Promise<string> | undefined;
  await openSession(db, account, undefined, async () => {
    erased = erase();
    await blocked(1);
  });
  await erased;
  const left = await sql`select from sessions where account_id = ${account.id}
    union all select from last_seen where account_id = ${account.id}`.execute(db);
  expect(left.rows).toEqual([]);
});

test('a second factor that is removed at the same moment, and the erasure, both end', async () => {
  const { db, broker, erase, blocked } = await start();
  const account_id = broker.accountId;
  await db.insertInto('authenticators').values({ account_id }).execute();
  const key = { credential_id: newId(), public_key: Buffer.from('key'), counter: 0, name: 'Phone' };
  const passkey = { id: newId(), account_id, ...key };
  await db.insertInto('passkeys').values(passkey).execute();
  const both = await db.transaction().execute(async (tx) => {
    await sql`select from passkeys where id = ${passkey.id} for update`.execute(tx);
    const reset = resetSecondFactor(db, account_id, byCommand);
    await blocked(1);
    const erased = erase();
    await blocked(2);
    return { reset, erased };
  });
  await both.reset;
  expect(await both.erased).toContain('by "Former user"');
});

test('an API key that is replaced at the same moment is not left', async () => {
  const { service, db, broker, erase, blocked } = await start();
  await service.as(broker).post('/portal/password-confirmation', { password: testPassword });
  const replace = async () => service.as(broker).post('/portal/api-key/replace');
  expect((await replace()).statusCode).toBe(200);
  const both = await db.transaction().execute(async (tx) => {
    // The last row that the erasure changes: the account’s own are deleted before.
    await sql`select from contacts where id = ${broker.contactId} for update`.execute(tx);
    const erased = erase();
    await blocked(1);
    const replaced = replace();
    await blocked(2);
    return { erased, replaced };
  });
  await both.erased;
  expect((await both.replaced).statusCode).toBe(403);
  const left = await sql`select from keys where account_id = ${broker.accountId}`.execute(db);
  expect(left.rows).toEqual([]);
});
