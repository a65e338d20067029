import { tokenCookie } from '#server/auth/session-cookie.ts';
import { hashToken, newToken } from '#server/auth/tokens.ts';
import type { Db } from '#server/db/connect.ts';

/** A browser stays known for 180 days after the last sign-in. */
export const browserLifetimeMs = 180 * 24 * 3_600_000;

/** The cookie by which a browser is known. It signs nobody in. */
export const browserCookie = tokenCookie('portal-browser', browserLifetimeMs);

interface BrowserOf {
  /** From the browser’s cookie. */
  readonly token: string | undefined;
  readonly accountId: string;
  readonly now: Date;
}

/** Returns whether somebody has signed in in this browser: to an account, or without one to any. */
export async function isKnownBrowser(
  db: Db,
  { token, accountId, now }: Pick<BrowserOf, 'token' | 'now'> & Partial<BrowserOf>,
) {
  if (token === undefined) return false;
  let known = db
    .selectFrom('known_browsers')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now);
  if (accountId !== undefined) known = known.where('account_id', '=', accountId);
  return (await known.executeTakeFirst()) !== undefined;
}

/**
 * Stores that somebody signed in to an account in this browser, and returns the browser’s new
 * token. The earlier token stops working, so that a stolen copy becomes useless. Runs in the
 * transaction that authenticates the person, so that an account erased meanwhile gets no token.
 */
export async function rememberBrowser(tx: Db, { token, accountId, now }: BrowserOf) {
  const next = newToken();
  const expiresAt = new Date(now.getTime() + browserLifetimeMs);
  if (token !== undefined)
    await tx
      .updateTable('known_browsers')
      .set({ token_hash: hashToken(next) })
      .where('token_hash', '=', hashToken(token))
      .execute();
  await tx
    .insertInto('known_browsers')
    .values({ token_hash: hashToken(next), account_id: accountId, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'account_id']).doUpdateSet({ expires_at: expiresAt }),
    )
    .execute();
  return next;
}

/** Deletes the record that an account is known in a browser. */
export async function deleteBrowser(db: Db, token: string, accountId: string): Promise<void> {
  await db
    .deleteFrom('known_browsers')
    .where('token_hash', '=', hashToken(token))
    .where('account_id', '=', accountId)
    .execute();
}

/** Deletes the browsers whose last sign-in is too long ago. */
export async function deleteOldBrowsers(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('known_browsers').where('expires_at', '<', now).execute();
}
