import { sql } from 'kysely';

import { hashToken, newToken } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';

/** A link to set a password can be used once, within 24 hours. */
const lifetime = sql.lit('24 hours');

/** Creates a password link and returns its token. Earlier links of the account stop working. */
export async function newPasswordLink(db: Db, accountId: string): Promise<string> {
  const token = newToken();
  await db.deleteFrom('password_links').where('account_id', '=', accountId).execute();
  await db
    .insertInto('password_links')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      expires_at: sql<Date>`now() + ${lifetime}::interval`,
    })
    .execute();
  return token;
}

/**
 * Returns the account whose password a link may set; undefined when the link is used, expired or
 * unknown. Locks the link until the transaction ends, so that of two simultaneous uses only one
 * finds the link.
 */
export async function accountOfLink(db: Db, token: string) {
  return db
    .selectFrom('password_links')
    .innerJoin('accounts', 'accounts.id', 'password_links.account_id')
    .select(['accounts.id', 'accounts.email'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('accounts.disabled_at', 'is', null)
    .forUpdate('password_links')
    .executeTakeFirst();
}

/** Returns a link to set a password. Its token follows the #, where no server or log sees it. */
export function passwordLink(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in#set-password=${token}`;
}
