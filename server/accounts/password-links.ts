import { recordAction } from '#server/audit/audit.store.ts';
import {
  endTokens,
  findToken,
  issueToken,
  spendToken,
} from '#server/auth/one-time-tokens.store.ts';
import type { Origin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { readTime } from '#server/db/database-clock.ts';
import type { TokenPurpose } from '#server/db/sign-in-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import type { Mail, Mailer } from '#server/mail/mailer.ts';

import { type AccountRow, lockAccount } from './accounts.store.ts';
import {
  findActiveAccount,
  linkLifetimeMs,
  newPasswordLink,
  type passwordPurposes,
} from './password-links.store.ts';

/** A change of email can be undone within 24 hours after its link could be used last. */
const undoLifetimeMs = 2 * linkLifetimeMs;

interface NewLink {
  readonly purpose?: (typeof passwordPurposes)[number];
  /** What is done first in the same transaction. */
  readonly before?: (tx: Db) => Promise<void>;
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
  const changed = { accountId, payload: { email }, lifetimeMs: linkLifetimeMs };
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

/** Whose password a link sets, or whose email it changes. */
export type LinkOwner = Awaited<ReturnType<typeof readLinkOwner>>;

/**
 * Returns whose link this is, and the email that the account has once it is used.
 * @throws ApiError 400 when the link is used, expired or unknown, or has other purposes
 */
export async function findLink(db: Db, token: string, ...purposes: readonly TokenPurpose[]) {
  return readLinkOwner(db, await findToken(db, token, ...purposes));
}

/**
 * Spends a link in a transaction, and returns what {@link findLink} does. Locks the account first,
 * so that one use of its links sees what another has changed.
 * @throws ApiError 400 as {@link findLink}
 */
export async function spendLink(tx: Db, token: string, ...purposes: readonly TokenPurpose[]) {
  const found = await findToken(tx, token, ...purposes);
  if (found) await lockAccount(tx, found.accountId);
  return readLinkOwner(tx, found && (await spendToken(tx, token, ...purposes)));
}

async function readLinkOwner(db: Db, link: Awaited<ReturnType<typeof findToken>>) {
  const account = link && (await findActiveAccount(db, link.accountId));
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
