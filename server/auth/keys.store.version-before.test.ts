import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';

import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { migrate } from '#server/db/migrate.ts';
import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { leaveAsVersionBefore } from '#server/testing/database/version-before.ts';
import { makePerson } from '#server/testing/people.ts';
import { testSecrets } from '#server/testing/test-app.ts';

import { decryptText, encryptText } from './encryption.ts';
import { keyHolders } from './key-holders.store.ts';
import { createOperatorKey, createNamedKey, listNamedKeys } from './keys.store.ts';
import { findProfileKey, replaceProfileKey } from './profile-keys.store.ts';
import { hashToken, newApiKey } from './tokens.ts';

/**
 * Makes keys by the views of the tables that versions before had: one of each kind, and some that
 * do not work.
 */
async function makeAsBefore(db: Db, accountId: string) {
  const make = async (statement: (key: string, hash: string) => ReturnType<typeof sql>) => {
    const key = newApiKey();
    await statement(key, hashToken(key)).execute(db);
    return key;
  };
  const encrypted = (key: string) => encryptText(testSecrets.apiKeys, accountId, key);
  const program = (expires: string | null) =>
    make(
      (_, hash) => sql`insert into named_keys
        (id, account_id, name, is_read_only, expires_at, key_hash, last_four)
        values (${newId()}, ${accountId}, 'Old program', true, now() + ${expires}::interval, ${hash}, 'abcd')`,
    );
  const operator = (name: string) =>
    make(
      (_, hash) => sql`insert into operator_keys
        (id, name, key_hash, is_read_only, partner_id, expires_at)
        values (${newId()}, ${name}, ${hash}, false, null, null) on conflict do nothing`,
    );
  const first = await make(
    (key, hash) => sql`insert into api_keys (account_id, key_hash, encrypted, last_four)
      values (${accountId}, ${hash}, ${encrypted(key)}, ${key.slice(-4)})
      on conflict (account_id) do nothing`,
  );
  const profile = await make(
    (key, hash) => sql`insert into api_keys (account_id, key_hash, encrypted, last_four, created_at)
      values (${accountId}, ${hash}, ${encrypted(key)}, ${key.slice(-4)}, now())
      on conflict (account_id) do update set key_hash = ${hash}, encrypted = ${encrypted(key)},
        last_four = ${key.slice(-4)}, created_at = now(), last_used_at = null, rejected_at = null`,
  );
  const revoked = await operator('Revoked');
  await sql`update operator_keys set revoked_at = now()
    where lower(name) = lower('Revoked') and revoked_at is null returning id`.execute(db);
  return {
    working: { profile, program: await program(null), operator: await operator('Old CRM') },
    ended: {
      first,
      revoked,
      expired: await program('-1 second'),
      taken: await operator('old crm'),
    },
  };
}

describe.each(databases)('keys beside the version before on %s', (kind) => {
  const open = async () => {
    const database = await openTestDatabase(kind);
    onTestFinished(async () => database.close());
    const findHolder = keyHolders(database.pool);
    const expectTheirs = async (
      accountId: string,
      { working, ended }: Awaited<ReturnType<typeof makeAsBefore>>,
    ) => {
      expect(await findHolder(working.profile)).toMatchObject({
        kind: 'account',
        keyId: accountId,
        caller: { accountId, isReadOnly: false },
      });
      expect(await findHolder(working.program)).toMatchObject({
        kind: 'account',
        caller: { accountId, isReadOnly: true },
      });
      expect(await findHolder(working.operator)).toMatchObject({
        kind: 'operator',
        caller: { name: 'Old CRM', partnerId: null },
      });
      for (const [what, key] of Object.entries(ended))
        expect(await findHolder(key), what).toBeUndefined();
      const stored = await findProfileKey(database.db, accountId);
      expect(decryptText(testSecrets.apiKeys, accountId, stored!.encrypted)).toBe(working.profile);
      expect(await listNamedKeys(database.db, accountId)).toMatchObject([{ name: 'Old program' }]);
    };
    return { ...database, findHolder, expectTheirs };
  };

  test('each key that it has made works after it was taken over, and none that had ended', async () => {
    const { db, expectTheirs } = await open();
    await leaveAsVersionBefore(db);
    const id = newId();
    const person = { email: 'noor@people.test', name: 'Noor Aziz', role: 'support' } as const;
    await db
      .insertInto('accounts')
      .values({ id, password_hash: null, ...person })
      .execute();
    const keys = await makeAsBefore(db, id);
    const used = '2026-11-28T09:30:00.123Z';
    await sql`insert into key_uses (key_id, address, last_at)
      select id, '192.0.2.7', ${used} from named_keys`.execute(db);
    await sql`update keys set last_used_at = ${used} where kind = 'named'`.execute(db);
    await migrate(db);
    await expectTheirs(id, keys);
    expect(await listNamedKeys(db, id)).toMatchObject([
      { last_used_at: new Date(used), last_address: '192.0.2.7' },
    ]);
  });

  test('what it makes beside this version works here, and ends with the account', async () => {
    const { db, findHolder, expectTheirs } = await open();
    const { accountId } = await makePerson(db, 'broker');
    const keys = await makeAsBefore(db, accountId);
    await expectTheirs(accountId, keys);
    await sql`update accounts set disabled_at = now() where id = ${accountId}`.execute(db);
    await sql`update accounts set disabled_at = null where id = ${accountId}`.execute(db);
    const { profile, program, operator } = keys.working;
    expect([await findHolder(profile), await findHolder(program)]).toEqual([undefined, undefined]);
    expect(await findHolder(operator)).toBeDefined();
  });

  test('what this version makes, it finds, notes the use of, and ends', async () => {
    const { db, findHolder } = await open();
    const { accountId } = await makePerson(db, 'broker');
    const profile = await replaceProfileKey(db, testSecrets.apiKeys, accountId);
    const limits = { name: 'CRM', is_read_only: false, expires_at: null };
    const program = await createNamedKey(db, { account_id: accountId, ...limits });
    const operator = await createOperatorKey(db, 'Nightly');
    const find = async (key: string | undefined) =>
      (
        await sql`
          select account_id as id from api_keys where key_hash = ${hashToken(key ?? '')}
          union all select account_id from named_keys
            where key_hash = ${hashToken(key ?? '')} and (expires_at is null or expires_at > now())
          union all select name from operator_keys
            where key_hash = ${hashToken(key ?? '')} and revoked_at is null`.execute(db)
      ).rows;
    expect(await find(profile)).toEqual([{ id: accountId }]);
    expect(await find(program.apiKey)).toEqual([{ id: accountId }]);
    expect(await find(operator)).toEqual([{ id: 'Nightly' }]);
    await sql`update api_keys set last_used_at = now() where account_id = ${accountId}`.execute(db);
    expect((await findProfileKey(db, accountId))?.last_used_at).not.toBeNull();
    await sql`select id from named_keys where id = ${program.id} for update`.execute(db);
    await sql`delete from named_keys where id = ${program.id}`.execute(db);
    await sql`update operator_keys set revoked_at = now() where name = 'Nightly'`.execute(db);
    await sql`delete from api_keys where account_id = ${accountId}`.execute(db);
    for (const key of [profile, program.apiKey, operator])
      expect(await findHolder(key ?? '')).toBeUndefined();
  });
});
