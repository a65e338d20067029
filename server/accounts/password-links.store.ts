import { sql } from 'kysely';

import { type Origin, recordAct } from '#server/audit/audit.store.ts';
import { hashToken, newToken } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';
import type { Mail, Mailer } from '#server/mail/mailer.ts';

/** A link to set a password can be used once, within 24 hours. */
const lifetime = sql.lit('24 hours');
/** Somebody who has forgotten the password is sent a link again after this time. */
const sentAgainAfter = sql.lit('5 minutes');

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

/** Creates a link as {@link newPasswordLink}, and records that. */
export async function renewPasswordLink(db: Db, id: string, origin: Origin): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const token = await newPasswordLink(tx, id);
    await recordAct(tx, { ...origin, act: 'link-created', subject: { type: 'account', id } });
    return token;
  });
}

/**
 * Returns the active account of somebody who has forgotten the password; undefined if there is
 * none, or it was sent a link just now: nobody can fill somebody else's mailbox.
 */
export async function accountToSendLink(db: Db, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('disabled_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from password_links where account_id = accounts.id
        and expires_at > now() + ${lifetime}::interval - ${sentAgainAfter}::interval)`,
    )
    .executeTakeFirst();
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

/** Sends a link by email. Returns it if that failed, or where no emails are sent. */
export async function mailPasswordLink(
  mailer: Mailer,
  link: string,
  { text, ...mail }: Mail,
): Promise<string | null> {
  const lines = [text, link, 'It works once, within 24 hours.'];
  return (await mailer.send({ ...mail, text: lines.join('\n\n') })) ? null : link;
}
