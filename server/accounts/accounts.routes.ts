import type { FastifyInstance, FastifyRequest } from 'fastify';

import { accountEndpoints } from '#contract/web/accounts.ts';
import type { Db } from '#server/db/connect.ts';
import { issueAccessToken } from '#server/plugins/access-tokens.ts';
import { ApiError } from '#server/plugins/errors.ts';
import { parseBody } from '#server/plugins/parsing.ts';
import { route } from '#server/plugins/routes.ts';
import type { Secrets } from '#server/plugins/secrets.ts';
import {
  clearSessionCookie,
  sessionToken,
  setSessionCookie,
} from '#server/plugins/session-cookie.ts';

import { findAccount, readAccount, readIdentity, setPassword } from './accounts.store.ts';
import { demoAccounts } from './demo-accounts.ts';
import { accountOfLink } from './password-links.store.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { offers, presentIdentity } from './sessions.presenter.ts';
import { confirmSession, endSession, openSession } from './sessions.store.ts';
import { countAttempt, forgive } from './sign-in-failures.store.ts';

type Deps = { db: Db; secrets: Secrets; isDemo: boolean };

/** Signing in and out, access tokens, passwords. */
export function accountRoutes(app: FastifyInstance, { db, secrets, isDemo }: Deps): void {
  route(app, accountEndpoints.readSignIn, async () => ({
    demoAccounts: isDemo ? [...demoAccounts] : [],
  }));

  route(app, accountEndpoints.signIn, async ({ request, reply }) => {
    const { email, password } = parseBody(accountEndpoints.signIn, request);
    const account = await findAccount(db, email);
    const kept = account?.disabled_at === null ? account.password_hash : null;
    const isRight = await judge(request, { email, password, kept });
    if (!isRight || !account)
      throw new ApiError(401, 'This email and password do not match an account. Check both.');
    setSessionCookie(request, reply, await openSession(db, account.id));
    return { ...presentIdentity(await readIdentity(db, account.id)), offers };
  });

  route(app, accountEndpoints.readSession, async ({ caller }) => ({
    ...presentIdentity(await readIdentity(db, caller.accountId)),
    offers,
  }));

  route(app, accountEndpoints.signOut, async ({ request, reply }) => {
    const token = sessionToken(request);
    if (token) await endSession(db, token);
    clearSessionCookie(request, reply);
  });

  route(app, accountEndpoints.createAccessToken, async ({ caller }) => {
    const token = issueAccessToken(secrets.accessTokens, caller.sessionId ?? '');
    return { ...token, expiresAt: token.expiresAt.toISOString() };
  });

  route(app, accountEndpoints.confirmPassword, async ({ caller, request }) => {
    const { password } = parseBody(accountEndpoints.confirmPassword, request);
    const { email, password_hash: kept } = await readAccount(db, caller.accountId);
    if (!(await judge(request, { email, password, kept })))
      throw new ApiError(400, 'This is not your password.', {
        fields: { password: 'This is not your password.' },
      });
    const until = await confirmSession(db, caller.sessionId ?? '');
    return { confirmedUntil: until.toISOString() };
  });

  route(app, accountEndpoints.setPassword, async ({ request }) => {
    const { token, password } = parseBody(accountEndpoints.setPassword, request);
    const account = await accountOfLink(db, token);
    if (!account)
      throw new ApiError(400, 'This link has been used or has expired. Ask for a new one.');
    const hash = await hashPassword(password);
    await db.transaction().execute(async (tx) => setPassword(tx, account.id, hash));
    return { email: account.email };
  });

  /** Whether a password is right, counting the wrong ones of an account and of an address. @throws ApiError 429 */
  async function judge(
    { ip }: FastifyRequest,
    given: { email: string; password: string; kept: string | null },
  ): Promise<boolean> {
    const attempt = { email: given.email, address: ip };
    await countAttempt(db, attempt);
    const isRight = await isPassword(given.password, given.kept);
    if (isRight) await forgive(db, attempt);
    return isRight;
  }
}
