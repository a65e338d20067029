import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';

import { newPasswordLink } from '#server/accounts/password-links.store.ts';
import { findLink, spendLink } from '#server/accounts/password-links.ts';
import { openStep } from '#server/accounts/second-step.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { migrate } from '#server/db/migrate.ts';
import { databases, openTestDatabase } from '#server/testing/database/databases.ts';
import { leaveAsVersionBefore } from '#server/testing/database/version-before.ts';
import { makePerson } from '#server/testing/people.ts';

import { findToken, spendSealed, spendToken } from './one-time-tokens.store.ts';
import { hashToken, newToken } from './tokens.ts';

const started = '2026-11-28T09:30:00.123Z';

/** Issues the tokens of versions before by the views of their tables. Returns them. */
async function issueAsBefore(db: Db, id: string) {
  const issue = async (statement: (hash: string) => ReturnType<typeof sql>) => {
    const token = newToken();
    await statement(hashToken(token)).execute(db);
    return token;
  };
  const link = (purpose: string, more: { email?: string; startedAt?: string } = {}) =>
    issue(
      (hash) =>
        sql`insert into password_links (account_id, purpose, email, begun_at, token_hash, expires_at)
          values (${id}, ${purpose}, ${more.email ?? null}, ${more.startedAt ?? null}, ${hash}, now() + '24 hours'::interval)`,
    );
  return {
    invitation: await link('password'),
    requested: await issue(
      (hash) => sql`insert into password_links (account_id, is_requested, token_hash, expires_at)
        values (${id}, true, ${hash}, now() + '24 hours'::interval)`,
    ),
    newEmail: await link('new-email', { email: 'new@people.test' }),
    formerEmail: await link('former-email', { email: 'former@people.test', startedAt: started }),
    expired: await issue(
      (hash) => sql`insert into password_links (account_id, token_hash, expires_at)
        values (${id}, ${hash}, now() - '1 second'::interval)`,
    ),
    step: await issue(
      (hash) => sql`insert into sign_in_steps (token_hash, account_id, provider, expires_at)
        values (${hash}, ${id}, 'Acme ID', now() + '10 minutes'::interval)`,
    ),
    ended: await issue(
      (hash) => sql`insert into ended_sign_ins (token_hash, expires_at)
        values (${hash}, now() + '10 minutes'::interval) on conflict do nothing`,
    ),
  };
}

/** Spends the tokens that the version before has issued, each once. */
async function spendAll(db: Db, tokens: Awaited<ReturnType<typeof issueAsBefore>>) {
  const { invitation, requested, newEmail, formerEmail, expired, step, ended } = tokens;
  const anyLink = ['password', 'forgotten-password', 'new-email', 'former-email'] as const;
  await expect(findLink(db, expired, ...anyLink)).rejects.toThrow('has expired');
  await spendLink(db, invitation, 'password');
  await spendLink(db, requested, 'forgotten-password');
  expect(await spendLink(db, newEmail, 'new-email')).toMatchObject({
    nextEmail: 'new@people.test',
  });
  expect(await spendLink(db, formerEmail, 'former-email')).toMatchObject({
    nextEmail: 'former@people.test',
    startedAt: new Date(started),
  });
  for (const link of [invitation, requested, newEmail, formerEmail])
    await expect(spendLink(db, link, ...anyLink)).rejects.toThrow('has been used');
  const payload = { provider: 'Acme ID' };
  expect(await spendToken(db, step, 'second-step')).toMatchObject({ payload });
  expect(await spendToken(db, step, 'second-step')).toBeUndefined();
  expect(await spendSealed(db, { secret: ended, until: Date.now() + 60_000 })).toBe(false);
}

describe.each(databases)('tokens beside the version before on %s', (kind) => {
  const open = async () => {
    const database = await openTestDatabase(kind);
    onTestFinished(async () => database.close());
    return database.db;
  };

  test('what it has issued works once after it was taken over, and what it has ended stays ended', async () => {
    const db = await open();
    await leaveAsVersionBefore(db);
    const id = newId();
    const person = { email: 'noor@people.test', name: 'Noor Aziz', role: 'support' } as const;
    await db
      .insertInto('accounts')
      .values({ id, password_hash: null, ...person })
      .execute();
    const tokens = await issueAsBefore(db, id);
    expect(await migrate(db)).toEqual([]);
    await spendAll(db, tokens);
  });

  test('what it issues beside this version works once here', async () => {
    const db = await open();
    const { accountId } = await makePerson(db, 'broker');
    const tokens = await issueAsBefore(db, accountId);
    expect(Object.values(tokens)).toHaveLength(7);
    await spendAll(db, tokens);
  });

  test('what this version issues and ends, it finds and ends too', async () => {
    const db = await open();
    const { accountId } = await makePerson(db, 'broker');
    const step = await openStep(db, accountId);
    const link = await newPasswordLink(db, accountId);
    const { rows: links } = await sql`
      select purpose, email, begun_at, is_requested, expires_at > now() as "isValid"
      from password_links where token_hash = ${hashToken(link)}`.execute(db);
    expect(links).toEqual([
      { purpose: 'password', email: null, begun_at: null, is_requested: false, isValid: true },
    ]);
    // As it renews a link, and as a new password ends all.
    await sql`delete from password_links where account_id = ${accountId} and purpose = 'password'`.execute(
      db,
    );
    expect(await findToken(db, link, 'password')).toBeUndefined();
    expect(await findToken(db, step, 'second-step')).toMatchObject({ accountId, payload: {} });
    await sql`delete from sign_in_steps where account_id = ${accountId}`.execute(db);
    expect(await findToken(db, step, 'second-step')).toBeUndefined();
    const secret = newToken();
    expect(await spendSealed(db, { secret, until: Date.now() + 60_000 })).toBe(true);
    const again = await sql`insert into ended_sign_ins (token_hash, expires_at)
      values (${hashToken(secret)}, now()) on conflict do nothing`.execute(db);
    expect(again.numAffectedRows).toBe(0n);
  });
});
