import type { FastifyInstance } from 'fastify';

import { accountEndpoints } from '#contract/web/accounts.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/plugins/errors.ts';
import { parseBody } from '#server/plugins/parsing.ts';
import { route } from '#server/plugins/routes.ts';

import { readAccount, setPassword } from './accounts.store.ts';
import { checkPassword } from './password-check.ts';
import { accountOfLink } from './password-links.store.ts';
import { hashPassword } from './passwords.ts';
import { confirmSession } from './sessions.store.ts';

/** Giving the password again, and setting one by a single-use link. */
export function passwordRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, accountEndpoints.confirmPassword, async ({ caller, request }) => {
    const { password } = parseBody(accountEndpoints.confirmPassword, request);
    const { email, password_hash: kept } = await readAccount(db, caller.accountId);
    if (!(await checkPassword(db, request, { email, password, kept })))
      throw new ApiError(400, 'This is not your password.', {
        fields: { password: 'This is not your password.' },
      });
    const until = await confirmSession(db, caller.sessionId ?? '');
    return { confirmedUntil: until.toISOString() };
  });

  route(app, accountEndpoints.setPassword, async ({ request }) => {
    const { token, password } = parseBody(accountEndpoints.setPassword, request);
    // Hashing is dear on purpose: only for a link that can be used.
    if (!(await accountOfLink(db, token))) throw usedLink();
    const hash = await hashPassword(password);
    const email = await db.transaction().execute(async (tx) => {
      const account = await accountOfLink(tx, token);
      if (account) await setPassword(tx, account.id, hash);
      return account?.email;
    });
    if (email === undefined) throw usedLink();
    return { email };
  });
}

const usedLink = () =>
  new ApiError(400, 'This link has been used or has expired. Ask for a new one.');
