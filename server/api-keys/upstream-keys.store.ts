import type { Db } from '#server/db/connect.ts';
import { hashToken, type Secrets } from '#server/plugins/secrets.ts';

import { decryptApiKey } from './api-keys.rules.ts';

/** Somebody's API key at the service behind the portal. */
export interface UpstreamToken {
  readonly accountId: string;
  readonly token: string;
  /** Whether that service answered 401 to it last. */
  readonly isRejected: boolean;
}

/** The token to call the service behind the portal with; undefined when none is kept, or none that the portal secret still opens. */
export async function upstreamTokenOf(
  db: Db,
  secrets: Secrets,
  accountId: string,
): Promise<UpstreamToken | undefined> {
  const stored = await db
    .selectFrom('api_keys')
    .select(['encrypted', 'rejected_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const token = stored && decryptApiKey(secrets.apiKeys, accountId, stored.encrypted);
  return token === undefined
    ? undefined
    : { accountId, token, isRejected: stored?.rejected_at !== null };
}

/** Notes whether the service behind the portal rejected a token just now. Costs nothing where that is known; a key entered since stays as it is. */
export async function markRejected(
  db: Db,
  { accountId, token, isRejected: wasRejected }: UpstreamToken,
  isRejected: boolean,
): Promise<void> {
  if (isRejected === wasRejected) return;
  await db
    .updateTable('api_keys')
    .set({ rejected_at: isRejected ? new Date() : null })
    .where('account_id', '=', accountId)
    .where('key_hash', '=', hashToken(token))
    .where('rejected_at', isRejected ? 'is' : 'is not', null)
    .execute();
}
