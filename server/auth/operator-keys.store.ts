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

/** The limits of a key: read-only, valid for so many days, or for one partner. */
export interface KeyLimits {
  readonly isReadOnly?: boolean;
  readonly days?: number | undefined;
  readonly partnerId?: string | undefined;
}

/**
 * Creates a key and returns it: the prefix and 256 random bits. It can’t be read again. Returns
 * undefined when a key of this name is in use.
 */
export async function createOperatorKey(db: Db, name: string, limits: KeyLimits = {}) {
  const key = operatorKeyPrefix + randomBytes(32).toString('base64url');
  return (await storeOperatorKey(db, { name, key, ...limits })) ? key : undefined;
}

/** Stores a key. Returns false when the key is stored, or a key of this name is in use. */
export async function storeOperatorKey(
  db: Db,
  {
    name,
    key,
    isReadOnly = false,
    days,
    partnerId,
  }: KeyLimits & { readonly name: string; readonly key: string },
): Promise<boolean> {
  const created = await db
    .insertInto('operator_keys')
    .values({
      id: newId(),
      name,
      key_hash: hashToken(key),
      is_read_only: isReadOnly,
      partner_id: partnerId ?? null,
      expires_at: days === undefined ? null : sql<Date>`now() + make_interval(days => ${days})`,
    })
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
    .select(['is_read_only', 'expires_at', 'partner_id'])
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
    select id as "keyId", name, is_read_only as "isReadOnly", partner_id as "partnerId" from operator_keys
    where key_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
};

/** Returns the caller whose key this is. */
export async function callerByOperatorKey(pool: pg.Pool, key: string) {
  const query = { ...callerQuery, values: [hashToken(key)] };
  return (await pool.query<OperatorCaller>(query)).rows[0];
}

/** Stores that a key of the operator was used just now. */
export async function recordOperatorKeyUse(pool: pg.Pool, keyId: string): Promise<void> {
  await pool.query('update operator_keys set last_used_at = now() where id = $1', [keyId]);
}
