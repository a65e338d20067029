import type { FastifyReply, FastifyRequest } from 'fastify';

import { recordAction } from '#server/audit/audit.store.ts';
import { sessionCookie } from '#server/auth/session-cookie.ts';
import { endSession, openSession } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';

import type { AccountRow } from './accounts.store.ts';
import { browserCookie, rememberBrowser } from './known-browsers.store.ts';
import type { CheckDeps } from './password-check.ts';
import { byAccount } from './sign-in-audit.ts';

/** A sign-in after its last step. */
interface CompleteSignIn {
  readonly account: AccountRow;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** How it was proved besides the password, for the audit trail. */
  readonly by?: string;
  /** Whether a second factor was checked, here or by an identity provider. */
  readonly isStrong?: boolean;
}

/**
 * Opens a session and sets its cookie. `before` is done in the same transaction.
 * @throws ApiError 401 when the password changed or the account was disabled meanwhile
 */
export async function completeSignIn(
  { db, now }: CheckDeps,
  { account, request, reply, by, isStrong = false }: CompleteSignIn,
  before: (tx: Db) => Promise<void> = async () => {},
): Promise<void> {
  const place = { userAgent: request.headers['user-agent'] ?? '', address: request.ip, isStrong };
  const details = by === undefined ? {} : { details: { by } };
  const browser = { token: browserCookie.read(request), accountId: account.id, now: now() };
  let browserToken: string | undefined;
  const token = await openSession(db, account, place, async (tx) => {
    await before(tx);
    await recordAction(tx, { ...byAccount(account, request), action: 'sign-in', ...details });
    browserToken = await rememberBrowser(tx, browser);
  });
  if (token === undefined) throw wrongCredentials();
  // The browser drops its earlier session, so that session’s access tokens must stop working too.
  const earlier = sessionCookie.read(request);
  if (earlier) await endSession(db, earlier);
  sessionCookie.set(request, reply, token);
  browserCookie.set(request, reply, browserToken);
}

/** Returns the error of a sign-in that says nothing about why it failed. */
export const wrongCredentials = () =>
  new ApiError('wrong-credentials', 'Email or password is incorrect.');
