import { type InsertObject, type Selectable, sql } from 'kysely';

import { type Origin, recordAct } from '#server/audit/audit.store.ts';
import { hashToken, newToken } from '#server/auth/secrets.ts';
import type { Db } from '#server/db/connect.ts';
import { hasEmail } from '#server/db/emails.ts';
import type { Tables } from '#server/db/schema.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { Mail, Mailer } from '#server/mail/mailer.ts';

import type { AccountRow } from './accounts.store.ts';

type Purpose = Selectable<Tables['password_links']>['purpose'];

/** A link can be used once, within 24 hours; a change of email undone within 24 hours after it. */
const lifetime = sql.lit('24 hours');
const undoLifetime = sql.lit('48 hours');
/** Somebody who has forgotten the password is sent a link again after this time. */
const sentAgainAfter = sql.lit('5 minutes');

/** Creates a password link and returns its token. Earlier links of the account stop working. */
export async function newPasswordLink(db: Db, accountId: string): Promise<string> {
  const links = db.deleteFrom('password_links').where('account_id', '=', accountId);
  await links.where('purpose', '=', 'password').execute();
  return insertLink(db, { account_id: accountId, purpose: 'password' });
}

/** Stores a link and returns its token. */
async function insertLink(
  db: Db,
  link: Omit<InsertObject<Tables, 'password_links'>, 'token_hash' | 'expires_at'>,
): Promise<string> {
  const token = newToken();
  const time = link.purpose === 'former-email' ? undoLifetime : lifetime;
  await db
    .insertInto('password_links')
    .values({
      ...link,
      token_hash: hashToken(token),
      expires_at: sql<Date>`now() + ${time}::interval`,
    })
    .execute();
  return token;
}

/** The tokens of the links of a change of email. */
export type EmailTokens = Awaited<ReturnType<typeof newEmailLinks>>;

/**
 * Creates the links of a change of email, instead of those of one that was only asked for: the new
 * address changes it by the first, the present one stops or undoes that by the second, which sets a
 * password too. Whoever asks again has started when they first asked. Returns the tokens. Whether
 * the new address has an account is looked at later, when its owner uses the link.
 * @throws ApiError 409 while an earlier change can still be undone: this one would hide it
 */
export async function newEmailLinks(tx: Db, { id, email: former }: AccountRow, email: string) {
  const replaced = await tx
    .deleteFrom('password_links')
    .where('account_id', '=', id)
    .where('purpose', '!=', 'password')
    .returning(['purpose', 'email', 'begun_at', sql<boolean>`expires_at > now()`.as('isValid')])
    .execute();
  const undo = replaced.find((link) => link.isValid && link.purpose === 'former-email');
  if (undo && undo.email !== former)
    throw new ApiError(
      'email-change-conflict',
      'Your email changed less than two days ago. Try again later.',
    );
  return {
    token: await insertLink(tx, { account_id: id, purpose: 'new-email', email }),
    undoToken: await insertLink(tx, {
      account_id: id,
      purpose: 'former-email',
      email: former,
      begun_at: undo?.begun_at ?? sql<Date>`now()`,
    }),
  };
}

/**
 * Creates a link that anybody asked for as a forgotten password, and records that. Returns its
 * token. Only links that were asked for earlier stop working.
 */
export async function newRequestedLink(db: Db, id: string, origin: Origin): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const links = tx.deleteFrom('password_links').where('account_id', '=', id);
    await links.where('is_requested', '=', true).execute();
    const link = { account_id: id, purpose: 'password', is_requested: true } as const;
    const token = await insertLink(tx, link);
    await recordAct(tx, { ...origin, act: 'link-created', subject: { type: 'account', id } });
    return token;
  });
}

/**
 * Creates a link as {@link newPasswordLink}, and records that. `before` is done in the same
 * transaction.
 */
export async function renewPasswordLink(
  db: Db,
  id: string,
  origin: Origin,
  before: (tx: Db) => Promise<void> = async () => {},
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await before(tx);
    const token = await newPasswordLink(tx, id);
    await recordAct(tx, { ...origin, act: 'link-created', subject: { type: 'account', id } });
    return token;
  });
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
      // Whom the provider alone signs in gets a password from an admin, not by asking.
      .where(
        sql<boolean>`(password_hash is not null or not exists (select from identities where account_id = accounts.id and issuer = ${issuer}))`,
      )
      .where(
        sql<boolean>`not exists (select from password_links where account_id = accounts.id
        and purpose = 'password' and expires_at > now() + ${lifetime}::interval - ${sentAgainAfter}::interval)`,
      )
      .executeTakeFirst()
  );
}

/**
 * Returns the account whose password a link may set, or whose email it changes, and that email.
 * Locks the account until the transaction ends, so that one use of its links sees what another has
 * changed, and of two simultaneous uses of a link only one finds it.
 * @throws ApiError 400 when the link is used, expired or unknown, or has other purposes
 */
export async function requireAccountOfLink(db: Db, token: string, ...purposes: readonly Purpose[]) {
  const tokenHash = hashToken(token);
  await sql`select from accounts
    where id = (select account_id from password_links where token_hash = ${tokenHash})
    for no key update`.execute(db);
  const account = await db
    .selectFrom('password_links')
    .innerJoin('accounts', 'accounts.id', 'password_links.account_id')
    .selectAll('accounts')
    .select(['password_links.email as next_email', 'begun_at'])
    .where('purpose', 'in', purposes)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('accounts.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!account)
    throw new ApiError(
      'link-expired',
      'This link has been used or has expired. Ask for a new one.',
    );
  return { ...account, nextEmail: account.next_email ?? account.email };
}

/** Returns a link to set a password. Its token follows the #, where no server or log sees it. */
export function passwordLink(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in#set-password=${token}`;
}

/** Sends a link by email. Returns it if that failed, or where no emails are sent. */
export async function mailPasswordLink(mailer: Mailer, link: string, { text, ...mail }: Mail) {
  const lines = [text, link, 'It works once, within 24 hours.'];
  return (await mailer.send({ ...mail, text: lines.join('\n\n') })) ? null : link;
}
