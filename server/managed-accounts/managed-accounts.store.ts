import { sql, type Updateable } from 'kysely';

import type { Role } from '#contract/endpoint.ts';
import { integrationMark, maxIntegrations } from '#contract/portal/people/managed-accounts.ts';
import { leadStatusesWaitingOn } from '#contract/portal/waiting-on.ts';
import {
  type AccountRow,
  insertAccount,
  lockAccount,
  toContactNames,
} from '#server/accounts/accounts.store.ts';
import { deleteFailures } from '#server/accounts/failed-attempts.store.ts';
import { newPasswordLink, passwordPurposes } from '#server/accounts/password-links.store.ts';
import { type Origin, recordAction, type RecordedAction } from '#server/audit/audit.store.ts';
import { endSessions } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';
import { ApiError, fieldError } from '#server/errors/api-error.ts';
import { findContactsToJoin, insertContact } from '#server/partners/partners.store.ts';
import { factorConflict, removeFactors } from '#server/second-factors/second-factors.store.ts';

/** A person who is invited; without a partner, to support. */
export interface InvitedPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly partnerId: string | null;
  readonly isManager?: boolean;
}

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

/** Changes an account, and records it with the details. */
async function changeAccount(
  tx: Db,
  id: string,
  change: Updateable<Tables['accounts']>,
  recorded: Origin & Pick<RecordedAction, 'details'>,
): Promise<void> {
  await tx.updateTable('accounts').set(change).where('id', '=', id).execute();
  await recordAction(tx, { ...recorded, action: 'account-changed', subject: of(id) });
}

/** Gives support staff the operator’s right, or takes it back, in a transaction. */
export async function setOperatorRight(tx: Db, id: string, has: boolean, origin: Origin) {
  const recorded = { ...origin, details: { operatorRight: has } };
  await changeAccount(tx, id, { manages_accounts: has }, recorded);
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

/** Deletes the failed attempts at an account. */
export async function unlock(db: Db, id: string, origin: Origin): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await deleteFailures(tx, id);
    await recordAction(tx, { ...origin, action: 'account-unlocked', subject: of(id) });
  });
}

/**
 * Removes app and passkeys of somebody whose phone is lost, and ends their sessions.
 * @throws ApiError 409 when there is neither: nothing is recorded as removed
 */
export async function resetSecondFactor(db: Db, id: string, origin: Origin): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, id);
    const hadApp = await removeFactors(tx, id);
    const passkeys = tx.deleteFrom('passkeys').where('account_id', '=', id);
    const { numDeletedRows } = await passkeys.executeTakeFirstOrThrow();
    if (!hadApp && numDeletedRows === 0n) throw factorConflict('This person has no second factor.');
    await endSessions(tx, id);
    await recordAction(tx, { ...origin, action: 'factor-removed', subject: of(id) });
  });
}

/** Returns an account as the subject of an action. */
const of = (id: string) => ({ type: 'account', id });

/**
 * Adds an account as {@link insertPerson}. Returns the token of the link by which the owner sets a
 * password. `before` is done in the same transaction.
 * @throws ApiError 409
 */
export async function invitePerson(
  db: Db,
  person: InvitedPerson,
  origin: Origin,
  before: (tx: Db) => Promise<void> = async () => {},
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await before(tx);
    return newPasswordLink(tx, await insertPerson(tx, person, origin));
  });
}

/**
 * Creates an account, with its contact where there is none to join. Returns its id.
 * @throws ApiError 409 when the email has an account, or several contacts have the email
 */
export async function insertPerson(tx: Db, person: InvitedPerson, origin: Origin): Promise<string> {
  const { email, name, role, partnerId, isManager = false } = person;
  const id = newId();
  await insertAccount(tx, {
    id,
    email,
    name,
    role,
    partner_id: partnerId,
    contact_id: partnerId === null ? null : await joinContact(tx, { ...person, partnerId }),
    password_hash: null,
    manages_accounts: isManager,
  });
  await recordAction(tx, {
    ...origin,
    action: 'account-added',
    subject: of(id),
    details: { role },
  });
  return id;
}

/** An integration to add to a partner. */
export interface NewIntegration {
  readonly name: string;
  readonly role: Exclude<Role, 'support'>;
  readonly partnerId: string;
}

/**
 * Adds an account of a program, which can’t sign in, with a contact for the leads it creates.
 * `before` is done in the same transaction.
 * @throws ApiError 400 when the partner has too many
 */
export async function addIntegration(
  db: Db,
  added: NewIntegration,
  origin: Origin,
  before: (tx: Db) => Promise<void> = async () => {},
): Promise<void> {
  const { name, role, partnerId: partner_id } = added;
  const [id, contact_id] = [newId(), newId()];
  const account = {
    id,
    email: null,
    name: `${name} ${integrationMark}`,
    role,
    password_hash: null,
  };
  await db.transaction().execute(async (tx) => {
    await before(tx);
    if ((await countIntegrations(tx, partner_id)) >= maxIntegrations)
      throw fieldError('name', tooManyIntegrations);
    const names = { first_name: name, last_name: integrationMark };
    await insertContact(tx, { id: contact_id, partner_id, ...names, email: '' });
    await tx
      .insertInto('accounts')
      .values({ ...account, partner_id, contact_id })
      .execute();
    await recordAction(tx, {
      ...origin,
      action: 'account-added',
      subject: of(id),
      details: { role },
    });
  });
}

const tooManyIntegrations = `The partner has ${maxIntegrations} integrations: deactivate one first.`;

/** Returns how many integrations of a partner are active. Whoever changes that waits. */
async function countIntegrations(tx: Db, partnerId: string): Promise<number> {
  await sql`select from partners where id = ${partnerId} for no key update`.execute(tx);
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from accounts
    where partner_id = ${partnerId} and email is null and disabled_at is null`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** Returns the contact of a new account: one of the operator’s system, or a new one. */
async function joinContact(
  tx: Db,
  { partnerId, email, name }: InvitedPerson & { readonly partnerId: string },
): Promise<string> {
  const [created, another] = await findContactsToJoin(tx, partnerId, email);
  if (another) {
    const sentence = `Several contacts have the address ${email}. Change all but one.`;
    throw new ApiError('email-in-use', sentence, { fields: { email: sentence } });
  }
  if (created) return created.id;
  const id = newId();
  await insertContact(tx, { id, partner_id: partnerId, ...toContactNames(name), email });
  return id;
}

/** Changes the role of an account and ends its sessions, in a transaction. */
export async function changeRole(tx: Db, id: string, role: Role, origin: Origin): Promise<void> {
  await changeAccount(tx, id, { role }, { ...origin, details: { role } });
  await endSessions(tx, id);
}

/**
 * Deactivates an account at once, in a transaction: its sessions with their access tokens and live
 * updates, its links and all API keys stop working. An entered key can then be entered for another
 * account.
 */
export async function deactivateAccount(tx: Db, id: string, origin: Origin): Promise<void> {
  const disabled_at = sql<Date>`coalesce(disabled_at, now())`;
  await tx.updateTable('accounts').set({ disabled_at }).where('id', '=', id).execute();
  await endSessions(tx, id);
  // Keys end by a trigger, however the account is disabled.
  const ended = ['one_time_tokens', 'known_browsers', 'passkeys'] as const;
  for (const table of ended) await tx.deleteFrom(table).where('account_id', '=', id).execute();
  await recordAction(tx, { ...origin, action: 'account-disabled', subject: of(id) });
}

/**
 * Activates a deactivated account again, in a transaction. The password is as it was; a new API key
 * is made.
 * @throws ApiError 409 if it is one integration too many
 */
export async function activateAccount(
  tx: Db,
  { id, email, partner_id }: Pick<AccountRow, 'id' | 'partner_id'> & { email: string | null },
  origin: Origin,
): Promise<void> {
  if (email === null && (await countIntegrations(tx, partner_id ?? '')) >= maxIntegrations)
    throw new ApiError('conflict', tooManyIntegrations);
  await changeAccount(tx, id, { disabled_at: null }, { ...origin, details: { state: 'active' } });
}
