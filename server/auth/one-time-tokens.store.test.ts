import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import type { Database } from '#server/db/connect.ts';
import type { TokenPurpose } from '#server/db/sign-in-tables.ts';
import { started } from '#server/testing/access/with-people.ts';
import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { makePerson } from '#server/testing/people.ts';

import {
  deleteExpiredTokens,
  endTokens,
  findToken,
  issueToken,
  spendSealed,
  spendToken,
} from './one-time-tokens.store.ts';
import { newToken } from './tokens.ts';

/** Each purpose; one that is added does not compile until it is here. */
const purposes = Object.keys({
  password: 0,
  'forgotten-password': 0,
  'new-email': 0,
  'former-email': 0,
  'second-step': 0,
  'new-passkey': 0,
} satisfies Record<TokenPurpose, 0>) as readonly TokenPurpose[];
const pairs = purposes.flatMap((of) =>
  purposes.filter((other) => other !== of).map((other) => [of, other] as const),
);
const lifetimeMs = 60_000;

describe.each(databases)('tokens that work once on %s', (kind) => {
  const database = started<Database>(async () => openTestDatabase(kind));
  const person = async () => (await makePerson(database.db, 'broker')).accountId;
  const read = async () =>
    (
      await sql<{ row: string }>`select to_jsonb(t)::text as row from one_time_tokens as t`.execute(
        database.db,
      )
    ).rows;
  const age = async (seconds: number) =>
    sql`update one_time_tokens set expires_at = expires_at - make_interval(secs => ${seconds})`.execute(
      database.db,
    );

  test.each(purposes)(
    'for %s: one is found, and spent once, also of five uses at once',
    async (purpose) => {
      const { db } = database;
      const accountId = await person();
      const payload = { email: 'noor@people.test' };
      const token = await issueToken(db, purpose, { accountId, payload, lifetimeMs });
      expect(await findToken(db, token, purpose)).toMatchObject({ purpose, accountId, payload });
      const uses = Array.from({ length: 5 }, async () => spendToken(db, token, purpose));
      const spent = (await Promise.all(uses)).filter((use) => use !== undefined);
      expect(spent).toMatchObject([{ purpose, accountId, payload }]);
      expect(await findToken(db, token, purpose)).toBeUndefined();
    },
  );

  test('of two transactions, the second finds none; if the first fails, it is spent by the second', async () => {
    const { db } = database;
    const accountId = await person();
    const token = await issueToken(db, 'password', { accountId, lifetimeMs });
    const fail = db.transaction().execute(async (tx) => {
      expect(await spendToken(tx, token, 'password')).toBeDefined();
      throw new Error('a password that is too weak');
    });
    await expect(fail).rejects.toThrow('too weak');
    expect(await spendToken(db, token, 'password')).toBeDefined();
  });

  test.each(pairs)('one for %s is none for %s, and stays unspent', async (of, other) => {
    const { db } = database;
    const token = await issueToken(db, of, { accountId: await person(), lifetimeMs });
    expect(await findToken(db, token, other)).toBeUndefined();
    expect(await spendToken(db, token, other)).toBeUndefined();
    expect(await spendToken(db, token, of)).toBeDefined();
  });

  test.each(purposes)('for %s ends with its time', async (purpose) => {
    const { db } = database;
    const token = await issueToken(db, purpose, { accountId: await person(), lifetimeMs });
    await age(59);
    expect(await findToken(db, token, purpose)).toBeDefined();
    await age(1);
    expect(await findToken(db, token, purpose)).toBeUndefined();
    expect(await spendToken(db, token, purpose)).toBeUndefined();
  });

  test('a secret in a cookie is spent once, also of five uses at once, and is no token', async () => {
    const { db } = database;
    const sealed = { secret: newToken(), until: Date.now() + lifetimeMs };
    const uses = Array.from({ length: 5 }, async () => spendSealed(db, sealed));
    expect((await Promise.all(uses)).filter(Boolean)).toEqual([true]);
    expect(await spendToken(db, sealed.secret, ...purposes)).toBeUndefined();
    expect(await spendSealed(db, sealed)).toBe(false);
  });

  test('only hashes are stored', async () => {
    const { db } = database;
    const accountId = await person();
    const tokens = purposes.map(async (of) => issueToken(db, of, { accountId, lifetimeMs }));
    const secret = newToken();
    await spendSealed(db, { secret, until: Date.now() + lifetimeMs });
    const stored = JSON.stringify(await read());
    expect(stored).toContain(accountId);
    for (const token of [...(await Promise.all(tokens)), secret])
      expect(stored).not.toContain(token);
  });

  test('those of an account end by purpose and payload, and are returned if they were valid', async () => {
    const { db } = database;
    const [accountId, other] = [await person(), await person()];
    const issue = async (id: string, sessionId: string, ms = lifetimeMs) =>
      issueToken(db, 'new-passkey', { accountId: id, payload: { sessionId }, lifetimeMs: ms });
    await issue(accountId, 'one');
    await issue(accountId, 'one', -1);
    const stay = [await issue(accountId, 'two'), await issue(other, 'one')];
    const link = await issueToken(db, 'password', { accountId, lifetimeMs });
    const ended = await endTokens(db, accountId, ['new-passkey'], { sessionId: 'one' });
    expect(ended).toMatchObject([{ accountId, payload: { sessionId: 'one' } }]);
    for (const token of [...stay, link])
      expect(await findToken(db, token, 'new-passkey', 'password')).toBeDefined();
  });

  test('are deleted an hour after they have expired, and with their account', async () => {
    const { db } = database;
    await sql`delete from one_time_tokens`.execute(db);
    const accountId = await person();
    for (const hours of [-2, 0.5, -0.5])
      await issueToken(db, 'password', { accountId, lifetimeMs: hours * 3_600_000 });
    for (const hours of [-2, -0.5])
      await spendSealed(db, { secret: newToken(), until: Date.now() + hours * 3_600_000 });
    await deleteExpiredTokens(db);
    expect(await read()).toHaveLength(3);
    await db.deleteFrom('accounts').where('id', '=', accountId).execute();
    expect(await read()).toHaveLength(1);
  });
});
