import type { FastifyRequest } from 'fastify';

import type { InSession } from '#server/auth/caller.ts';
import { endSessionById } from '#server/auth/sessions.store.ts';
import { hashToken } from '#server/auth/tokens.ts';
import type { Db } from '#server/db/connect.ts';
import { foldEmail } from '#server/db/emails.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { clientNetwork } from '#server/http/client-network.ts';

import { type AccountRow, readAccount } from './accounts.store.ts';
import { type Attempt, attempts } from './attempts.rules.ts';
import { countAttempt } from './count-attempt.ts';
import { forgive } from './failed-attempts.store.ts';
import { browserCookie, deleteBrowser, isKnownBrowser } from './known-browsers.store.ts';
import { isPassword } from './passwords.ts';
import { maxFailures } from './throttle.rules.ts';

/** Dependencies of the password checks. */
export interface CheckDeps {
  readonly db: Db;
  readonly now: () => Date;
}

/**
 * Checks whether a password signs in to an account. An email without an account costs the same work
 * and the same waiting.
 * @throws ApiError 429 after too many failed attempts
 */
export async function checkSignIn(
  deps: CheckDeps,
  request: FastifyRequest,
  input: { email: string; password: string; account: AccountRow | undefined },
) {
  const { account, password } = input;
  const accountId = account?.id ?? foldEmail(input.email);
  const token = browserCookie.read(request);
  const isKnown = await isKnownBrowser(deps.db, { token, accountId, now: deps.now() });
  const attempt =
    token !== undefined && isKnown
      ? attempts.inKnownBrowser(hashToken(token), accountId)
      : attempts.inUnknownBrowser(clientNetwork(request.ip), accountId);
  const saved = account?.disabled_at === null ? account.password_hash : null;
  const { isRight, failures } = await check(deps, attempt, { password, saved });
  // This is no longer mistyping: from now on the browser counts as unknown.
  if (!isRight && token !== undefined && isKnown && failures >= maxFailures)
    await deleteBrowser(deps.db, token, accountId);
  return { isRight, failures };
}

/**
 * Asserts that a password, of this field of the request, is that of the signed-in person. Too many
 * wrong passwords end the session.
 * @throws ApiError 429 after too many failed attempts
 */
export async function requireOwnPassword(
  deps: CheckDeps,
  { accountId, sessionId }: InSession,
  password: string,
  field: string,
): Promise<void> {
  const { password_hash: saved } = await readAccount(deps.db, accountId);
  const attempt = attempts.inSession(sessionId, accountId);
  const { isRight, failures } = await check(deps, attempt, { password, saved });
  if (isRight) return;
  if (failures >= maxFailures) await endSessionById(deps.db, sessionId);
  const message = 'This is not your password.';
  throw new ApiError('wrong-password', message, { fields: { [field]: message } });
}

async function check(
  { db, now }: CheckDeps,
  attempt: Attempt,
  { password, saved }: { password: string; saved: string | null },
) {
  const failures = await countAttempt(db, attempt, now());
  const isRight = await isPassword(password, saved);
  if (isRight) await forgive(db, attempt);
  return { isRight, failures };
}
