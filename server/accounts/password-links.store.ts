import { sql } from 'kysely';

import { type Origin, recordAction } from '#server/audit/audit.store.ts';
import {
  endTokens,
  findToken,
  issueToken,
  spendToken,
} from '#server/auth/one-time-tokens.store.ts';
import type { Db } from '#server/db/connect.ts';
import { readTime } from '#server/db/database-clock.ts';
import { hasEmail } from '#server/db/emails.ts';
import type { TokenPurpose } from '#server/db/sign-in-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { Mail, Mailer } from '#server/mail/mailer.ts';

import { type AccountRow, lockAccount } from './accounts.store.ts';

const hourMs = 3_600_000;
/** A link can be used once, within 24 hours; a change of email undone within 24 hours after it. */
const lifetimeMs = 24 * hourMs;
const undoLifetimeMs = 48 * hourMs;
/** Somebody who has forgotten the password is sent a link again after this time. */
const sentAgainAfterMs = 5 * 60_000;

/** The purposes of links that set a password, and nothing else. */
export const passwordPurposes = ['password', 'forgotten-password'] as const;
interface NewLink {
  readonly purpose?: (typeof passwordPurposes)[number];
  readonly before?: (tx: Db) => Promise<void>;
}

/**
 * Creates a password link and returns its token. Earlier links of the account stop working; a link
 * for a forgotten password, which anybody can request, ends only links of its kind.
 */
export async function newPasswordLink(
  db: Db,
  accountId: string,
  purpose: NewLink['purpose'] = 'password',
): Promise<string> {
  await endTokens(db, accountId, purpose === 'password' ? passwordPurposes : [purpose]);
  return issueToken(db, purpose, { accountId, lifetimeMs });
}

/** The tokens of the links of a change of email. */
export type EmailTokens = Awaited<ReturnType<typeof newEmailLinks>>;

/**
 * Creates the links of a change of email, in place of those of an unconfirmed one. The first link,
 * to the new address, changes the email; the second, to the present address, stops or undoes that,
 * and sets a password too. A repeated request keeps the time of the first. Returns the tokens.
 * Whether the new address has an account is checked later, when its owner uses the link.
 * @throws ApiError 409 while an earlier change can still be undone: this one would hide it
 */
export async function newEmailLinks(
  tx: Db,
  { id: accountId, email: former }: AccountRow,
  email: string,
) {
  const replaced = await endTokens(tx, accountId, ['new-email', 'former-email']);
  const undo = replaced.find(({ purpose }) => purpose === 'former-email')?.payload;
  if (undo && undo.email !== former)
    throw new ApiError(
      'email-change-conflict',
      'Your email changed less than two days ago. Try again later.',
    );
  const startedAt = undo?.startedAt ?? (await readTime(tx)).toISOString();
  const changed = { accountId, payload: { email }, lifetimeMs };
  const payload = { email: former, startedAt };
  const undone = { accountId, payload, lifetimeMs: undoLifetimeMs };
  return {
    token: await issueToken(tx, 'new-email', changed),
    undoToken: await issueToken(tx, 'former-email', undone),
  };
}

/**
 * Creates a link as {@link newPasswordLink}, and records that. `before` is done in the same
 * transaction.
 */
export async function renewPasswordLink(
  db: Db,
  id: string,
  origin: Origin,
  { purpose = 'password', before = async () => {} }: NewLink = {},
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await before(tx);
    const token = await newPasswordLink(tx, id, purpose);
    await recordAction(tx, { ...origin, action: 'link-created', subject: { type: 'account', id } });
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
      // People who sign in only by the provider get a password from an admin, not on request.
      .where(
        sql<boolean>`(password_hash is not null or not exists (select from identities where account_id = accounts.id and issuer = ${issuer}))`,
      )
      .where(
        sql<boolean>`not exists (select from one_time_tokens where account_id = accounts.id
        and purpose = any(${passwordPurposes})
        and expires_at > now() + make_interval(secs => ${(lifetimeMs - sentAgainAfterMs) / 1_000}))`,
      )
      .executeTakeFirst()
  );
}

/** Whose password a link sets, or whose email it changes. */
export type LinkOwner = Awaited<ReturnType<typeof readOwner>>;

/**
 * Returns whose link this is, and the email that the account has once it is used.
 * @throws ApiError 400 when the link is used, expired or unknown, or has other purposes
 */
export async function findLink(db: Db, token: string, ...purposes: readonly TokenPurpose[]) {
  return readOwner(db, await findToken(db, token, ...purposes));
}

/**
 * Spends a link in a transaction, and returns what {@link findLink} does. Locks the account first,
 * so that one use of its links sees what another has changed.
 * @throws ApiError 400 as {@link findLink}
 */
export async function spendLink(tx: Db, token: string, ...purposes: readonly TokenPurpose[]) {
  const found = await findToken(tx, token, ...purposes);
  if (found) await lockAccount(tx, found.accountId);
  return readOwner(tx, found && (await spendToken(tx, token, ...purposes)));
}

async function readOwner(db: Db, link: Awaited<ReturnType<typeof findToken>>) {
  const active = db.selectFrom('accounts').selectAll().where('disabled_at', 'is', null);
  const account = link && (await active.where('id', '=', link.accountId).executeTakeFirst());
  if (!account)
    throw new ApiError(
      'link-expired',
      'This link has been used or has expired. Ask for a new one.',
    );
  const { email = account.email, startedAt } = link.payload;
  return { ...account, nextEmail: email, startedAt: startedAt && new Date(startedAt) };
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
