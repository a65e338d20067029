import { sql } from 'kysely';

import { decryptText } from '#server/auth/encryption.ts';
import { hashToken, type Secrets } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';

/** Somebody’s API key for the upstream service. */
export interface UpstreamToken {
  readonly accountId: string;
  readonly token: string;
  /** Whether the upstream service last responded 401 to this key. */
  readonly isRejected: boolean;
}

/**
 * Returns the token for calls to the upstream service; undefined when none is stored, or when the
 * portal secret cannot decrypt the stored one.
 */
export async function findUpstreamToken(
  db: Db,
  secrets: Secrets,
  accountId: string,
): Promise<UpstreamToken | undefined> {
  const stored = await db
    .selectFrom('api_keys')
    .select(['encrypted', 'rejected_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const token = stored && decryptText(secrets.apiKeys, accountId, stored.encrypted);
  return token === undefined
    ? undefined
    : { accountId, token, isRejected: stored?.rejected_at !== null };
}

/**
 * Stores whether the upstream service has just rejected a token. Skips the query when nothing
 * changes. A key entered in the meantime is not affected.
 */
export async function markRejected(
  db: Db,
  { accountId, token, isRejected: wasRejected }: UpstreamToken,
  isRejected: boolean,
): Promise<void> {
  if (isRejected === wasRejected) return;
  await db
    .updateTable('api_keys')
    .set({ rejected_at: isRejected ? sql<Date>`now()` : null })
    .where('account_id', '=', accountId)
    .where('key_hash', '=', hashToken(token))
    .where('rejected_at', isRejected ? 'is' : 'is not', null)
    .execute();
}
