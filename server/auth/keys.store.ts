import { type Selectable, sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';

import { shownEnd } from './keys.rules.ts';
import { hashToken, newApiKey, newOperatorKey } from './tokens.ts';

const columns = [
  'id',
  'name',
  'last_four',
  'is_read_only',
  'created_at',
  'expires_at',
  'last_used_at',
] as const;

/** The address from which a key was used last; null if never, or if it was not stored then. */
const lastAddress = sql<string | null>`(
  select address from key_uses where key_id = keys.id order by last_at desc limit 1
)`.as('last_address');

/** A named key of an account, without the key itself: only its hash is stored. */
export type NamedKeyRow = Pick<Selectable<Tables['keys']>, (typeof columns)[number]> & {
  readonly account_id: string;
  readonly name: string;
};

/** A named key, with the address from which it was used last. */
export type ListedKeyRow = Awaited<ReturnType<typeof listNamedKeys>>[number];

/**
 * Returns the named keys of an account that have not expired, newest first, each with the
 * address from which it was used last.
 */
export async function listNamedKeys(db: Db, accountId: string) {
  return db
    .selectFrom('keys')
    .select([...columns, lastAddress])
    .$narrowType<{ name: string }>()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'named')
    .where(sql<boolean>`coalesce(expires_at > now(), true)`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/**
 * Returns a named key by id, whosever it is. Locks it until the transaction ends, and before
 * it the account, like a deactivation, which ends the keys.
 */
export async function lockNamedKey(tx: Db, id: string): Promise<NamedKeyRow | undefined> {
  const owner = tx.selectFrom('keys').select('account_id').where('id', '=', id);
  await sql`select from accounts where id = (${owner}) for no key update`.execute(tx);
  return tx
    .selectFrom('keys')
    .select([...columns, 'account_id'])
    .$narrowType<{ account_id: string; name: string }>()
    .where('id', '=', id)
    .where('kind', '=', 'named')
    .forUpdate()
    .executeTakeFirst();
}

/** Creates a named key and returns it, the only time that it is shown. */
export async function createNamedKey(
  tx: Db,
  key: Pick<NamedKeyRow, 'account_id' | 'name' | 'is_read_only' | 'expires_at'>,
): Promise<{ id: string; apiKey: string }> {
  const [id, apiKey] = [newId(), newApiKey()];
  const secret = { key_hash: hashToken(apiKey), last_four: shownEnd(apiKey) };
  await tx
    .insertInto('keys')
    .values({ id, kind: 'named', ...key, ...secret })
    .execute();
  return { id, apiKey };
}

/** Lets a named key expire after some hours, if it does not expire before. */
export async function expireNamedKey(tx: Db, id: string, hours: number): Promise<void> {
  const end = sql<Date>`least(expires_at, now() + make_interval(hours => ${hours}))`;
  await tx.updateTable('keys').set({ expires_at: end }).where('id', '=', id).execute();
}

/** Deletes a named key: it stops working immediately. */
export async function deleteNamedKey(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('keys').where('id', '=', id).where('kind', '=', 'named').execute();
}

/** Deletes named keys that expired 30 days ago, and uses of keys of 400 days ago. */
export async function deleteExpiredKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('keys')
    .where('kind', '=', 'named')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
  await db
    .deleteFrom('key_uses')
    .where('last_at', '<', sql<Date>`now() - interval '400 days'`)
    .execute();
}

/** The limits of a key of the operator: read-only, valid for so many days, or for one partner. */
export interface KeyLimits {
  readonly isReadOnly?: boolean;
  readonly days?: number | undefined;
  readonly partnerId?: string | undefined;
}

/**
 * Creates a key of the operator and returns it. It can’t be read again. Returns undefined when a
 * key of this name is in use.
 */
export async function createOperatorKey(db: Db, name: string, limits: KeyLimits = {}) {
  const key = newOperatorKey();
  return (await storeOperatorKey(db, { name, key, ...limits })) ? key : undefined;
}

/** Stores a key of the operator. Returns false when it is stored, or its name is in use. */
export async function storeOperatorKey(
  db: Db,
  key: KeyLimits & { readonly name: string; readonly key: string },
): Promise<boolean> {
  const { days, partnerId = null } = key;
  const created = await db
    .insertInto('keys')
    .values({
      id: newId(),
      kind: 'operator',
      name: key.name,
      key_hash: hashToken(key.key),
      is_read_only: key.isReadOnly ?? false,
      partner_id: partnerId,
      expires_at:
        days === undefined
          ? null
          : sql<Date>`now() + make_interval(hours => 24 * ${days}::integer)`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created !== undefined;
}

/** Returns every key of the operator, by name, revoked ones too, with where it was used last. */
export async function listOperatorKeys(db: Db) {
  return db
    .selectFrom('keys')
    .select([...columns, lastAddress, 'revoked_at', 'partner_id'])
    .$narrowType<{ name: string }>()
    .where('kind', '=', 'operator')
    .orderBy('name')
    .orderBy('created_at')
    .execute();
}

/** Revokes the operator’s key of a name at once. Returns false if none of this name is in use. */
export async function revokeOperatorKey(db: Db, name: string): Promise<boolean> {
  const revoked = await db
    .updateTable('keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('kind', '=', 'operator')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}
