import type { FastifyInstance } from 'fastify';

import { accountEndpoints } from '#contract/portal/accounts.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { issueAccessToken } from '#server/auth/access-tokens.ts';
import type { Secrets } from '#server/auth/secrets.ts';
import { sessionCookie } from '#server/auth/session-cookie.ts';
import { endSession } from '#server/auth/sessions.store.ts';
import { route } from '#server/http/routes.ts';

import { readAccount } from './accounts.store.ts';
import { readSession, type SessionSources } from './read-session.ts';
import { byAccount } from './sign-in-audit.ts';

interface Deps extends SessionSources {
  readonly secrets: Secrets;
  readonly now: () => Date;
}

/** Registers the endpoints to read the session, sign out, and get an access token for the API. */
export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, secrets, now } = deps;
  route(app, accountEndpoints.readSession, async ({ caller }) =>
    readSession(deps, caller.accountId),
  );

  route(app, accountEndpoints.signOut, async ({ request, reply }) => {
    const token = sessionCookie.read(request);
    if (token)
      await db.transaction().execute(async (tx) => {
        const accountId = await endSession(tx, token);
        if (accountId === undefined) return;
        const account = await readAccount(tx, accountId);
        await recordAction(tx, { ...byAccount(account, request), action: 'sign-out' });
      });
    sessionCookie.set(request, reply, undefined);
    // Pages that "Back" would show again. Theme and density stay: they are this device's.
    reply.header('clear-site-data', '"cache"');
  });

  route(app, accountEndpoints.createAccessToken, async ({ caller }) => {
    const token = issueAccessToken(secrets.accessTokens, caller.sessionId, now());
    return { ...token, expiresAt: token.expiresAt.toISOString() };
  });
}
