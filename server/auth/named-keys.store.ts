import { type Selectable, sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';

import { newApiKey, shownEnd } from './api-keys.rules.ts';
import { hashToken } from './secrets.ts';

export type NamedKeyRow = Omit<Selectable<Tables['named_keys']>, 'key_hash'>;

const columns = [
  'id',
  'account_id',
  'name',
  'last_four',
  'is_read_only',
  'created_at',
  'expires_at',
] as const;

/** Returns the keys of an account that have not expired, newest first, with their last uses. */
export async function listNamedKeys(db: Db, accountId: string) {
  return db
    .selectFrom('named_keys')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('key_uses')
          .select(['address', 'last_at'])
          .whereRef('key_id', '=', 'named_keys.id')
          .orderBy('last_at', 'desc')
          .limit(1)
          .as('used'),
      (join) => join.onTrue(),
    )
    .select(columns)
    .select(['used.address', 'used.last_at'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`coalesce(expires_at > now(), true)`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/**
 * Returns a key by id, whosever it is. Locks it until the transaction ends, and before it the
 * account, like a deactivation, which ends the keys.
 */
export async function lockNamedKey(tx: Db, id: string): Promise<NamedKeyRow | undefined> {
  const owner = tx.selectFrom('named_keys').select('account_id').where('id', '=', id);
  await sql`select from accounts where id = (${owner}) for no key update`.execute(tx);
  return tx
    .selectFrom('named_keys')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Creates a key and returns it, the only time that it is shown. */
export async function insertNamedKey(
  tx: Db,
  key: Pick<NamedKeyRow, 'account_id' | 'name' | 'is_read_only' | 'expires_at'>,
): Promise<{ id: string; apiKey: string }> {
  const [id, apiKey] = [newId(), newApiKey()];
  const secret = { key_hash: hashToken(apiKey), last_four: shownEnd(apiKey) };
  await tx
    .insertInto('named_keys')
    .values({ id, ...key, ...secret })
    .execute();
  return { id, apiKey };
}

/** Lets a key expire after some hours, if it does not expire before. */
export async function expireNamedKey(tx: Db, id: string, hours: number): Promise<void> {
  const end = sql<Date>`least(expires_at, now() + make_interval(hours => ${hours}))`;
  await tx.updateTable('named_keys').set({ expires_at: end }).where('id', '=', id).execute();
}

export async function deleteNamedKey(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('named_keys').where('id', '=', id).execute();
}

/** How long it is remembered from which addresses a key was used. */
const usesRetention = sql.lit('400 days');

/** Deletes expired keys, and old uses of keys. */
export async function deleteOldKeyUses(db: Db): Promise<void> {
  await db
    .deleteFrom('named_keys')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
  await db
    .deleteFrom('key_uses')
    .where('last_at', '<', sql<Date>`now() - ${usesRetention}::interval`)
    .execute();
}
