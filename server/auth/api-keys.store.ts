import { type Selectable, sql } from 'kysely';
import type pg from 'pg';

import type { Db } from '#server/db/connect.ts';
import { inBatches } from '#server/db/in-batches.ts';
import type { Tables } from '#server/db/schema.ts';
import { systemErrorCode, uniqueViolation } from '#server/errors/system-error-code.ts';

import { newApiKey, shownEnd } from './api-keys.rules.ts';
import type { Caller } from './caller.ts';
import { encryptText, hashToken, type Keys } from './secrets.ts';

export type ApiKeyRow = Selectable<Tables['api_keys']>;

/** Returns the account’s API key. Creates the key on first use. */
export async function ensureApiKey(db: Db, keys: Keys, accountId: string): Promise<ApiKeyRow> {
  await db
    .insertInto('api_keys')
    .values({ account_id: accountId, ...toColumns(keys, accountId, newApiKey()) })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  return storedBy(db, accountId).executeTakeFirstOrThrow();
}

/** Returns the account’s API key; undefined when none is stored. */
export async function findApiKey(db: Db, accountId: string): Promise<ApiKeyRow | undefined> {
  return storedBy(db, accountId).executeTakeFirst();
}

function storedBy(db: Db, accountId: string) {
  return db.selectFrom('api_keys').selectAll().where('account_id', '=', accountId);
}

/**
 * Replaces the account’s API key, by a random one unless it is given, and returns the new one. The
 * old key stops working immediately.
 */
export async function replaceApiKey(
  db: Db,
  keys: Keys,
  accountId: string,
  apiKey = newApiKey(),
): Promise<string> {
  const isNew = { created_at: sql<Date>`now()`, last_used_at: null, rejected_at: null };
  const columns = { ...toColumns(keys, accountId, apiKey), ...isNew };
  await db
    .insertInto('api_keys')
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
  return apiKey;
}

/**
 * Stores the account owner’s API key for the upstream service, replacing an earlier one. Returns
 * false when another account has this key.
 */
export async function storeEnteredKey(db: Db, keys: Keys, accountId: string, apiKey: string) {
  try {
    await replaceApiKey(db, keys, accountId, apiKey);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === uniqueViolation) return false;
    throw error;
  }
}

function toColumns(keys: Keys, accountId: string, apiKey: string) {
  return {
    key_hash: hashToken(apiKey),
    encrypted: encryptText(keys, accountId, apiKey),
    last_four: shownEnd(apiKey),
  };
}

// Named, so that each connection plans this query once: it runs before every request of a program.
const callersQuery = {
  name: 'callers-by-api-keys',
  text: `
    select k.key_hash as "keyHash", k.key_id as "keyId", k.is_read_only as "isReadOnly",
      a.id as "accountId", a.role, a.partner_id as "partnerId", a.contact_id as "contactId", a.name,
      null as "sessionId"
    from (
      select key_hash, account_id, account_id as key_id, false as is_read_only from api_keys
        where key_hash = any ($1::text[])
      union all
      select key_hash, account_id, id, is_read_only from named_keys
        where key_hash = any ($1::text[]) and (expires_at is null or expires_at > now())
    ) k join accounts a on a.id = k.account_id
    where a.disabled_at is null`,
};

/** A caller, and the id of their key: that of the account for the key on its profile page. */
interface IdentifiedCaller {
  readonly caller: Caller;
  readonly keyId: string;
}

/**
 * Returns a function that returns the caller whose API key this is. Keys that arrive in the same
 * turn of the event loop are looked up by one query, which begins after they have arrived: nothing
 * is kept from one query to the next.
 */
export function callersByApiKey(
  pool: pg.Pool,
): (apiKey: string) => Promise<IdentifiedCaller | undefined> {
  const find = inBatches(
    async (hashes: readonly string[]) => {
      const { rows } = await pool.query<Caller & { keyHash: string; keyId: string }>({
        ...callersQuery,
        values: [[...new Set(hashes)]],
      });
      const holders = new Map<string, IdentifiedCaller>();
      for (const { keyHash, keyId, ...caller } of rows) holders.set(keyHash, { caller, keyId });
      return hashes.map((hash) => holders.get(hash));
    },
    { maxItems: 100 },
  );
  return async (apiKey) => find(hashToken(apiKey));
}

/**
 * Stores that an API key was used just now from an address. Returns whether that is the first time
 * that it is used from there.
 */
export async function recordUse(pool: pg.Pool, keyId: string, address: string): Promise<boolean> {
  const { rows } = await pool.query<{ isNew: boolean }>(
    `with used as (update api_keys set last_used_at = now() where account_id = $1)
      insert into key_uses as known (key_id, address) values ($1, $2)
      on conflict (key_id, address) do update set last_at = now()
      returning known.first_at = known.last_at as "isNew"`,
    [keyId, address],
  );
  return rows[0]?.isNew === true;
}
