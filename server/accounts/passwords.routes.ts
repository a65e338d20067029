import type { FastifyInstance } from 'fastify';

import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { recordAct } from '#server/audit/audit.store.ts';
import { confirmSession } from '#server/auth/sessions.store.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { parseBody } from '#server/http/parsing.ts';
import { route } from '#server/http/routes.ts';

import { readAccount, readOwner, storePassword } from './accounts.store.ts';
import { browserToken, setBrowserCookie } from './browser-cookie.ts';
import { attempts, countAttempt, forgive } from './failed-attempts.store.ts';
import { rememberBrowser } from './known-browsers.store.ts';
import { requireStrongPassword } from './new-password.ts';
import { type CheckDeps, checkConfirmation } from './password-check.ts';
import { accountOfLink } from './password-links.store.ts';
import { hashPassword } from './passwords.ts';
import { byAccount } from './sign-in-acts.store.ts';

/**
 * Registers the endpoints that confirm a password and that set a password with a single-use link.
 */
export function passwordRoutes(app: FastifyInstance, { db, now }: CheckDeps): void {
  route(app, signInEndpoints.confirmPassword, async ({ caller, request }) => {
    const { password } = parseBody(signInEndpoints.confirmPassword, request);
    if (!(await checkConfirmation({ db, now }, caller, password)))
      throw new ApiError(400, 'wrong-password', 'This is not your password.', {
        fields: { password: 'This is not your password.' },
      });
    const until = await confirmSession(db, caller.sessionId);
    return { confirmedUntil: until.toISOString() };
  });

  route(app, signInEndpoints.setPassword, async ({ request, reply }) => {
    const { token, password } = parseBody(signInEndpoints.setPassword, request);
    const attempt = attempts.withLink(clientNetwork(request.ip), token);
    await countAttempt(db, attempt, now());
    // Checking and hashing are expensive: only done for a usable link.
    const invited = await accountOfLink(db, token);
    if (!invited) throw usedLink();
    await forgive(db, attempt);
    await requireStrongPassword(password, await readOwner(db, invited.id));
    const hash = await hashPassword(password);
    const account = await db.transaction().execute(async (tx) => {
      const owner = await accountOfLink(tx, token);
      if (!owner) return undefined;
      await storePassword(tx, owner.id, hash);
      const setter = byAccount(await readAccount(tx, owner.id), request);
      await recordAct(tx, { ...setter, act: 'password-set' });
      return owner;
    });
    if (!account) throw usedLink();
    // The recipient of the link can sign in from this browser, however many others guess at the
    // account.
    const browser = { token: browserToken(request), accountId: account.id, now: now() };
    setBrowserCookie(request, reply, await rememberBrowser(db, browser));
    return { email: account.email };
  });
}

const usedLink = () =>
  new ApiError(400, 'link-expired', 'This link has been used or has expired. Ask for a new one.');
