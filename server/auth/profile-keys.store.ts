import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { systemErrorCode, uniqueViolation } from '#server/errors/system-error-code.ts';

import { encryptText, type Keys } from './encryption.ts';
import { shownEnd } from './keys.rules.ts';
import { hashToken, newApiKey } from './tokens.ts';

/** The API key of a profile page, which is encrypted, as its owner may see it again. */
export type ProfileKeyRow = Awaited<ReturnType<typeof ensureProfileKey>>;

/** Returns the account’s key of the profile page. Creates the key on first use. */
export async function ensureProfileKey(db: Db, keys: Keys, accountId: string) {
  await db
    .insertInto('keys')
    .values(profileKey(keys, accountId, newApiKey()))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return profileKeys(db, accountId).executeTakeFirstOrThrow();
}

/** Returns the account’s key of the profile page; undefined when none is stored. */
export async function findProfileKey(db: Db, accountId: string) {
  return profileKeys(db, accountId).executeTakeFirst();
}

function profileKeys(db: Db, accountId: string) {
  return db
    .selectFrom('keys')
    .select(['encrypted', 'last_four', 'created_at', 'last_used_at', 'rejected_at'])
    .$narrowType<{ encrypted: Buffer }>()
    .where('id', '=', accountId)
    .where('kind', '=', 'profile');
}

/**
 * Replaces the account’s key of the profile page, by a random one unless it is given, and returns
 * the new one. The old key stops working immediately.
 */
export async function replaceProfileKey(
  db: Db,
  keys: Keys,
  accountId: string,
  apiKey = newApiKey(),
): Promise<string> {
  const isNew = { created_at: sql<Date>`now()`, last_used_at: null, rejected_at: null };
  const key = { ...profileKey(keys, accountId, apiKey), ...isNew };
  await db
    .insertInto('keys')
    .values(key)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(key))
    .execute();
  return apiKey;
}

/**
 * Stores the account owner’s API key for the upstream service, replacing an earlier one. Returns
 * false when another account has this key.
 */
export async function storeEnteredKey(db: Db, keys: Keys, accountId: string, apiKey: string) {
  try {
    await replaceProfileKey(db, keys, accountId, apiKey);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === uniqueViolation) return false;
    throw error;
  }
}

/** Stores whether the upstream service rejects an account’s key, if it still is the stored one. */
export async function saveRejection(
  db: Db,
  accountId: string,
  apiKey: string,
  isRejected: boolean,
): Promise<void> {
  await db
    .updateTable('keys')
    .set({ rejected_at: isRejected ? sql<Date>`now()` : null })
    .where('id', '=', accountId)
    .where('key_hash', '=', hashToken(apiKey))
    .where('rejected_at', isRejected ? 'is' : 'is not', null)
    .execute();
}

/** Its id is that of the account, which has one. */
function profileKey(keys: Keys, accountId: string, apiKey: string) {
  return {
    id: accountId,
    kind: 'profile',
    account_id: accountId,
    key_hash: hashToken(apiKey),
    encrypted: encryptText(keys, accountId, apiKey),
    last_four: shownEnd(apiKey),
  } as const;
}
