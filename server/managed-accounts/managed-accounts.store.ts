import { sql, type Updateable } from 'kysely';

import { leadStatusesWaitingOn } from '#contract/portal/waiting-on.ts';
import type { AccountRow } from '#server/accounts/accounts.store.ts';
import { passwordPurposes } from '#server/accounts/password-links.store.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';

/** An account in the list of those who manage it. */
export type ManagedAccountRow = Awaited<ReturnType<typeof listManagedAccounts>>[number];

/**
 * Returns the accounts of a partner, or of support (null), by name, and whether the present
 * identity provider signs them in.
 */
export async function listManagedAccounts(db: Db, partnerId: string | null, issuer = '') {
  return db
    .selectFrom('accounts')
    .select(['id', 'contact_id', 'name', 'role', 'disabled_at'])
    .select([
      sql<string | null>`email`.as('email'),
      sql<boolean>`password_hash is not null`.as('has_password'),
      sql<boolean>`exists (select from identities where account_id = accounts.id and issuer = ${issuer})`.as(
        'is_connected',
      ),
      sql<Date | null>`(select max(expires_at) from one_time_tokens
        where account_id = accounts.id and purpose = any(${passwordPurposes}) and expires_at > now())`.as(
        'link_until',
      ),
      sql<Date | null>`(select at from last_seen where account_id = accounts.id)`.as(
        'last_seen_at',
      ),
    ])
    .where('partner_id', 'is not distinct from', partnerId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Returns the number of leads of each contact of a partner that have not ended. */
export async function countOpenLeads(db: Db, partnerId: string): Promise<Map<string, number>> {
  const { statuses } = leadStatusesWaitingOn('nobody');
  const { rows } = await sql<{ id: string; open: number }>`
    select contact_id as id, sum(total)::integer as open from (
      select partner_id, contact_id, record_type, status, sub_status, total from status_totals
      union all
      select partner_id, contact_id, record_type, status, sub_status, change from total_changes
    ) as totals
    where partner_id = ${partnerId} and record_type = 'lead'
      and not (status = any(${statuses}) or sub_status = any(${statuses}))
    group by contact_id`.execute(db);
  return new Map(rows.map(({ id, open }) => [id, open]));
}

/** Returns whose account this is; undefined if there is none, or its user has been erased. */
export async function findManagedAccount(db: Db, id: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'role', 'partner_id', 'disabled_at', 'password_hash'])
    .select(sql<string | null>`email`.as('email'))
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(email, '') not like '%@erased.invalid'`)
    .executeTakeFirst();
}

/** Returns whether an account has the operator's right to manage the accounts of all partners. */
export async function hasOperatorRight(db: Db, accountId: string): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('manages_accounts')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return account?.manages_accounts ?? false;
}

/**
 * Returns how many others of the same partner, or of support, are active, and how many of them
 * manage accounts and can sign in: by a password or the identity provider of `issuer`. Undefined
 * if the account itself manages none.
 */
export async function countOtherManagers(tx: Db, id: string, issuer = '') {
  const { rows } = await sql<{ others: number; managers: number }>`
    select count(other.id)::integer as others,
      (count(*) filter (where (other.role = 'partner-admin' or other.manages_accounts)
        and (other.password_hash is not null
          or exists (select from identities where account_id = other.id and issuer = ${issuer}))))::integer as managers
    from accounts as own left join accounts as other on other.id <> own.id and other.disabled_at is null
      and other.partner_id is not distinct from own.partner_id
    where own.id = ${id} and own.disabled_at is null and (own.role = 'partner-admin' or own.manages_accounts)
    group by own.id`.execute(tx);
  return rows[0];
}

/** Changes an account. */
export async function updateAccount(
  tx: Db,
  id: string,
  change: Updateable<Tables['accounts']>,
): Promise<void> {
  await tx.updateTable('accounts').set(change).where('id', '=', id).execute();
}

/** Stores that an account is deactivated from now on, or since when it has been. */
export async function disableAccount(tx: Db, id: string): Promise<void> {
  const disabled_at = sql<Date>`coalesce(disabled_at, now())`;
  await tx.updateTable('accounts').set({ disabled_at }).where('id', '=', id).execute();
}

/** Deletes the links, known browsers and passkeys of an account, and its links for clients. */
export async function deleteSignInMeans(tx: Db, id: string): Promise<void> {
  for (const table of ['one_time_tokens', 'known_browsers', 'passkeys', 'upload_links'] as const)
    await tx.deleteFrom(table).where('account_id', '=', id).execute();
}

/** Stores the account of a program, which has no email and can’t sign in. */
export async function insertProgram(
  tx: Db,
  account: Pick<AccountRow, 'id' | 'name' | 'role' | 'partner_id' | 'contact_id'>,
): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({ ...account, email: null, password_hash: null })
    .execute();
}

/** Returns how many integrations of a partner are active. Whoever changes that waits. */
export async function countIntegrations(tx: Db, partnerId: string): Promise<number> {
  await sql`select from partners where id = ${partnerId} for no key update`.execute(tx);
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from accounts
    where partner_id = ${partnerId} and email is null and disabled_at is null`.execute(tx);
  return rows[0]?.total ?? 0;
}
