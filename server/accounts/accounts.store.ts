import { type Insertable, type Selectable, sql } from 'kysely';

import { endSessions } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { hasEmail } from '#server/db/emails.ts';
import type { Tables } from '#server/db/schema.ts';

import { isManager, toContactNames } from './accounts.rules.ts';
import type { PasswordOwner } from './password-strength.ts';

export type AccountRow = Selectable<Tables['accounts']>;

/** Returns the account with an email address, in either case of A to Z. Includes disabled ones. */
export async function findAccount(db: Db, email: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where(hasEmail('email', email)).executeTakeFirst();
}

/** Returns an account by id. */
export async function readAccount(db: Db, id: string): Promise<AccountRow> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Lets one transaction of an account wait for the other, and read what that one has changed. */
export async function lockAccount(tx: Db, id: string): Promise<void> {
  await sql`select from accounts where id = ${id} for no key update`.execute(tx);
}

/**
 * Lets transactions that change who manages accounts wait for each other: in the order of ids, so
 * that none waits in a circle.
 */
export async function lockAccounts(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`select from accounts where id = any(${ids}) order by id for no key update`.execute(tx);
}

/** Lets transactions that change who manages accounts wait, as {@link lockAccounts} does. */
export async function lockManagers(tx: Db, id: string): Promise<void> {
  await sql`select from accounts where role <> 'broker' or id = ${id}
    order by id for no key update`.execute(tx);
}

/** Stores a new account. Its email is unique among all accounts. */
export async function insertAccount(db: Db, account: Insertable<Tables['accounts']>) {
  await db.insertInto('accounts').values(account).execute();
}

/** Returns whether an email is the former one of another account, which that can take back. */
export async function isFormerEmail(
  db: Db,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
): Promise<boolean> {
  const other = await db
    .selectFrom('one_time_tokens')
    .select('account_id')
    .where('purpose', '=', 'former-email')
    .where(hasEmail(sql`(payload ->> 'email')`, email))
    .where('account_id', '!=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return other !== undefined;
}

/** Changes the name and email of an account, and those of its contact where they were the same. */
export async function updateIdentity(
  tx: Db,
  { id, contact_id, ...former }: AccountRow,
  { name, email }: Pick<AccountRow, 'name' | 'email'>,
): Promise<void> {
  await tx.updateTable('accounts').set({ name, email }).where('id', '=', id).execute();
  const by = { updated_at: sql<Date>`now()`, updated_by: null, updated_via: 'portal' } as const;
  await tx
    .updateTable('contacts')
    .set({ ...toContactNames(name), email, ...by })
    .where('id', '=', contact_id)
    .where(sql`trim(concat_ws(' ', first_name, last_name))`, '=', former.name)
    .where('email', '=', former.email)
    .execute();
}

/**
 * Sets the password and revokes everything that the old one gave access to, except the session with
 * a given id.
 */
export async function storePassword(
  tx: Db,
  accountId: string,
  passwordHash: string,
  openSessionId?: string,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .execute();
  await revokeAccess(tx, accountId, openSessionId);
}

/**
 * Ends the sessions of an account, except the one with a given id, its known browsers, and all that
 * works once: links, sign-ins that are not complete. The link that undoes a change of email stays.
 */
export async function revokeAccess(tx: Db, id: string, openSessionId?: string): Promise<void> {
  await endSessions(tx, id, openSessionId);
  await tx.deleteFrom('known_browsers').where('account_id', '=', id).execute();
  await sql`
    delete from one_time_tokens using accounts where account_id = ${id} and accounts.id = ${id}
      and not (purpose = 'former-email' and payload ->> 'email' <> accounts.email)`.execute(tx);
}

/**
 * Revokes every means of access that somebody can have made since a time: passkeys, identities at a
 * provider, keys, an app, and all recovery codes, which don’t record when they were renewed.
 */
export async function revokeMadeSince(tx: Db, id: string, since: Date): Promise<void> {
  for (const table of ['passkeys', 'identities', 'keys'] as const)
    await tx
      .deleteFrom(table)
      .where('account_id', '=', id)
      .where('created_at', '>=', since)
      .execute();
  await sql`
    delete from authenticators where account_id = ${id} and coalesce(since, now()) >= ${since}`.execute(
    tx,
  );
  await tx.deleteFrom('recovery_codes').where('account_id', '=', id).execute();
}

/** Returns the names by which the owner of an account is known. */
export async function readOwner(db: Db, accountId: string): Promise<PasswordOwner> {
  const { account, partner } = await readIdentity(db, accountId);
  return { ...account, partnerName: partner?.name ?? null };
}

/** Returns an account with its partner and contact. Support accounts have neither. */
export async function readIdentity(db: Db, accountId: string) {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('partners', 'partners.id', 'accounts.partner_id')
    .leftJoin('contacts', 'contacts.id', 'accounts.contact_id')
    .select(['accounts.id', 'accounts.email', 'accounts.name', 'accounts.role', 'manages_accounts'])
    .select(['accounts.partner_id', 'partners.name as partner_name'])
    .select(['accounts.contact_id', 'contacts.first_name', 'contacts.last_name'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { id, email, name, role, partner_id, contact_id } = row;
  return {
    account: { id, email, name, role, isManager: isManager(row) },
    partner: partner_id === null ? null : { id: partner_id, name: row.partner_name ?? '' },
    contact:
      contact_id === null
        ? null
        : { id: contact_id, firstName: row.first_name ?? '', lastName: row.last_name ?? '' },
  };
}

/** Returns whether the database contains demo accounts, whose password is public. */
export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('is_demo', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
