import { sql } from 'kysely';

import { endTokens, issueToken } from '#server/auth/one-time-tokens.store.ts';
import type { Db } from '#server/db/connect.ts';
import { hasEmail } from '#server/db/emails.ts';

const hourMs = 3_600_000;
/** How long a link can be used, once, in milliseconds. */
export const linkLifetimeMs = 24 * hourMs;
/** Somebody who has forgotten the password is sent a link again after this time. */
const sentAgainAfterMs = 5 * 60_000;

/** The purposes of links that set a password, and nothing else. */
export const passwordPurposes = ['password', 'forgotten-password'] as const;
type PasswordPurpose = (typeof passwordPurposes)[number];

/**
 * Creates a password link and returns its token. Earlier links of the account stop working; a link
 * for a forgotten password, which anybody can request, ends only links of its kind.
 */
export async function newPasswordLink(
  db: Db,
  accountId: string,
  purpose: PasswordPurpose = 'password',
): Promise<string> {
  await endTokens(db, accountId, purpose === 'password' ? passwordPurposes : [purpose]);
  return issueToken(db, purpose, { accountId, lifetimeMs: linkLifetimeMs });
}

/**
 * Returns the active account of somebody who has forgotten the password; undefined if there is
 * none, or it was sent a link just now.
 */
export async function accountToSendLink(db: Db, email: string, issuer: string) {
  return (
    db
      .selectFrom('accounts')
      .select(['id', 'email'])
      .where(hasEmail('email', email))
      .where('disabled_at', 'is', null)
      // People who sign in only by the provider get a password from an admin, not on request.
      .where(
        sql<boolean>`(password_hash is not null or not exists (select from identities where account_id = accounts.id and issuer = ${issuer}))`,
      )
      .where(
        sql<boolean>`not exists (select from one_time_tokens where account_id = accounts.id
        and purpose = any(${passwordPurposes})
        and expires_at > now() + make_interval(secs => ${(linkLifetimeMs - sentAgainAfterMs) / 1_000}))`,
      )
      .executeTakeFirst()
  );
}

/** Returns an account that is not deactivated, by id. */
export async function findActiveAccount(db: Db, id: string) {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('disabled_at', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst();
}
