import type { FastifyInstance } from 'fastify';

import { ownAccountEndpoints } from '#contract/portal/own-account.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { getOrigin, type Origin } from '#server/auth/origin.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import { sessionCookie } from '#server/auth/session-cookie.ts';
import {
  renewSession,
  endOwnSession,
  endSessions,
  listSessions,
} from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';

import { readOwner, storePassword } from './accounts.store.ts';
import { browserCookie, rememberBrowser } from './known-browsers.store.ts';
import { type CheckDeps, requireOwnPassword } from './password-check.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { presentSession } from './sessions.presenter.ts';

/** Registers the routes of one’s own account: changing its password, ending sessions. */
export function ownAccountRoutes(app: FastifyInstance, { db, now }: CheckDeps): void {
  route(app, ownAccountEndpoints.changePassword, async ({ caller, readBody, request, reply }) => {
    const { current, password } = readBody();
    await requireOwnPassword({ db, now }, caller, current, 'current');
    await requireStrongPassword(password, await readOwner(db, caller.accountId));
    const hash = await hashPassword(password);
    const browser = { token: undefined, accountId: caller.accountId, now: now() };
    const tokens = await db.transaction().execute(async (tx) => {
      await storePassword(tx, caller.accountId, hash, caller.sessionId);
      const session = await renewSession(tx, caller.sessionId);
      await recordAction(tx, { ...getOrigin(caller, request), action: 'password-set' });
      return { session, browser: await rememberBrowser(tx, browser) };
    });
    sessionCookie.set(request, reply, tokens.session);
    browserCookie.set(request, reply, tokens.browser);
  });

  route(app, ownAccountEndpoints.listSessions, async ({ caller }) => {
    const sessions = await listSessions(db, caller.accountId);
    return sessions.map((row) => presentSession(row, caller.sessionId));
  });

  route(app, ownAccountEndpoints.endSession, async ({ caller, params, request }) => {
    await requireConfirmed(db, caller);
    await db.transaction().execute(async (tx) => {
      if (!(await endOwnSession(tx, caller.accountId, params.id)))
        throw new ApiError('not-found', 'This session has ended already.');
      await recordEnded(tx, getOrigin(caller, request), 1);
    });
  });

  route(app, ownAccountEndpoints.endOtherSessions, async ({ caller, request }) => {
    await requireConfirmed(db, caller);
    await db.transaction().execute(async (tx) => {
      const ended = await endSessions(tx, caller.accountId, caller.sessionId);
      if (ended > 0) await recordEnded(tx, getOrigin(caller, request), ended);
    });
  });
}

const recordEnded = async (tx: Db, origin: Origin, sessions: number) =>
  recordAction(tx, { ...origin, action: 'sessions-ended', details: { sessions } });
