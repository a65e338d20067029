import type { FastifyInstance } from 'fastify';

import { ownAccountEndpoints } from '#contract/portal/own-account.ts';
import { getOrigin, recordAct } from '#server/audit/audit.store.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import { setSessionCookie } from '#server/auth/session-cookie.ts';
import {
  endOwnSession,
  endSessions,
  listSessions,
  renewSession,
} from '#server/auth/sessions.store.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';

import { readOwner, storePassword } from './accounts.store.ts';
import { setBrowserCookie } from './browser-cookie.ts';
import { deviceName } from './device.rules.ts';
import { rememberBrowser } from './known-browsers.store.ts';
import { requireStrongPassword } from './new-password.ts';
import { type CheckDeps, checkConfirmation } from './password-check.ts';
import { hashPassword } from './passwords.ts';

/** Registers what people do with their own account: change the password, end sessions. */
export function ownAccountRoutes(app: FastifyInstance, { db, now }: CheckDeps): void {
  route(app, ownAccountEndpoints.changePassword, async ({ caller, readBody, request, reply }) => {
    const { current, password } = readBody();
    if (!(await checkConfirmation({ db, now }, caller, current)))
      throw new ApiError('wrong-password', 'This is not your password.', {
        fields: { current: 'This is not your password.' },
      });
    await requireStrongPassword(password, await readOwner(db, caller.accountId));
    const hash = await hashPassword(password);
    const token = await db.transaction().execute(async (tx) => {
      await storePassword(tx, caller.accountId, hash, caller.sessionId);
      const renewed = await renewSession(tx, caller.sessionId);
      await recordAct(tx, { ...getOrigin(caller, request), act: 'password-set' });
      return renewed;
    });
    setSessionCookie(request, reply, token);
    const browser = { token: undefined, accountId: caller.accountId, now: now() };
    setBrowserCookie(request, reply, await rememberBrowser(db, browser));
  });

  route(app, ownAccountEndpoints.listSessions, async ({ caller }) => {
    const sessions = await listSessions(db, caller.accountId);
    return sessions.map(({ id, user_agent, address, created_at, last_used_at }) => ({
      id,
      device: deviceName(user_agent),
      address,
      signedInAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      isCurrent: id === caller.sessionId,
    }));
  });

  route(app, ownAccountEndpoints.endSession, async ({ caller, params }) => {
    await requireConfirmed(db, caller);
    if (!(await endOwnSession(db, caller.accountId, params.id)))
      throw new ApiError('not-found', 'This session has ended already.');
  });

  route(app, ownAccountEndpoints.endOtherSessions, async ({ caller }) => {
    await requireConfirmed(db, caller);
    await endSessions(db, caller.accountId, caller.sessionId);
  });
}
