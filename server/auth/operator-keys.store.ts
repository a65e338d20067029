import { randomBytes } from 'node:crypto';

import { type Selectable, sql } from 'kysely';
import type pg from 'pg';

import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import type { Tables } from '#server/db/schema.ts';

import type { OperatorCaller } from './caller.ts';
import { hashToken } from './secrets.ts';

/**
 * The prefix of every key of the operator, so that people and secret scanners recognise the key and
 * don’t take it for a partner’s API key.
 */
const operatorKeyPrefix = 'pok_';

/** A key of the operator, without the key itself, which is not stored. */
export type OperatorKeyRow = Omit<Selectable<Tables['operator_keys']>, 'key_hash'>;

/**
 * Creates a key and returns it: the prefix and 256 random bits. It can’t be read again. Returns
 * undefined when a key of this name is in use.
 */
export async function createOperatorKey(db: Db, name: string): Promise<string | undefined> {
  const key = operatorKeyPrefix + randomBytes(32).toString('base64url');
  return (await storeOperatorKey(db, { name, key })) ? key : undefined;
}

/** Stores a key. Returns false when the key is stored, or a key of this name is in use. */
export async function storeOperatorKey(
  db: Db,
  { name, key }: { readonly name: string; readonly key: string },
): Promise<boolean> {
  const created = await db
    .insertInto('operator_keys')
    .values({ id: newId(), name, key_hash: hashToken(key) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return created !== undefined;
}

/** Returns every key, revoked ones too, by name. */
export async function listOperatorKeys(db: Db): Promise<OperatorKeyRow[]> {
  return db
    .selectFrom('operator_keys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'revoked_at'])
    .orderBy('name')
    .orderBy('created_at')
    .execute();
}

/** Revokes the key of a name at once. Returns false when no key of this name is in use. */
export async function revokeOperatorKey(db: Db, name: string): Promise<boolean> {
  const revoked = await db
    .updateTable('operator_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

// Named, so that each connection plans this query once: it runs before every request.
const callerQuery = {
  name: 'caller-by-operator-key',
  text: `
    select id as "keyId", name, last_used_at > now() - interval '1 minute' as "isNoted"
    from operator_keys where key_hash = $1 and revoked_at is null`,
};

/**
 * Returns the caller whose key this is, and whether the key’s use within this minute is already
 * stored.
 */
export async function callerByOperatorKey(pool: pg.Pool, key: string) {
  const { rows } = await pool.query<OperatorCaller & { isNoted: boolean | null }>({
    ...callerQuery,
    values: [hashToken(key)],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { isNoted, ...caller } = row;
  return { caller, isNoted: isNoted === true };
}

/** Stores that a key of the operator was used just now. */
export async function noteOperatorKeyUse(pool: pg.Pool, key: string): Promise<void> {
  await pool.query('update operator_keys set last_used_at = now() where key_hash = $1', [
    hashToken(key),
  ]);
}
