import type { FastifyInstance } from 'fastify';

import type { Role } from '#contract/endpoint.ts';
import { secondFactorEndpoints } from '#contract/portal/second-factor/second-factor.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { getOrigin } from '#server/auth/origin.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import type { Secrets } from '#server/auth/secrets.ts';
import { sessionCookie } from '#server/auth/session-cookie.ts';
import { endSessions, renewSession } from '#server/auth/sessions.store.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';

import { factorConflict, wrongCode } from './second-factors.policy.ts';
import { presentSecondFactor } from './second-factors.presenter.ts';
import {
  confirmAuthenticator,
  listFactors,
  lockOwner,
  readSecondFactor,
  removeFactors,
  renewRecoveryCodes,
  startAuthenticator,
} from './second-factors.store.ts';

interface Deps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly now: () => Date;
  readonly config: Pick<Config, 'brand'>;
  /** Whether people of a role must have a second factor. */
  readonly isRequired: (role: Role) => boolean;
}

/** Registers how people set up and remove their own second factor. */
export function secondFactorRoutes(
  app: FastifyInstance,
  { db, secrets, now, config, isRequired }: Deps,
): void {
  route(app, secondFactorEndpoints.readSecondFactor, async ({ caller }) => {
    const stored = await readSecondFactor(db, caller.accountId);
    return presentSecondFactor(stored, isRequired(caller.role));
  });

  route(app, secondFactorEndpoints.startAuthenticator, async ({ caller }) => {
    await requireConfirmed(db, caller);
    const factor = { accountId: caller.accountId, keys: secrets.secondFactors };
    return startAuthenticator(db, factor, config.brand.name);
  });

  route(
    app,
    secondFactorEndpoints.confirmAuthenticator,
    async ({ caller, readBody, request, reply }) => {
      await requireConfirmed(db, caller);
      const { code } = readBody();
      const { accountId, sessionId } = caller;
      const factor = { accountId, keys: secrets.secondFactors };
      const { codes, token } = await db.transaction().execute(async (tx) => {
        await lockOwner(tx, accountId);
        if (!(await confirmAuthenticator(tx, factor, code, now()))) throw wrongCode();
        // They were opened without the second factor.
        await endSessions(tx, accountId, sessionId);
        const renewed = await renewSession(tx, sessionId);
        const created = await renewRecoveryCodes(tx, accountId);
        await recordAction(tx, { ...getOrigin(caller, request), action: 'factor-added' });
        return { codes: created, token: renewed };
      });
      sessionCookie.set(request, reply, token);
      return { recoveryCodes: codes };
    },
  );

  route(app, secondFactorEndpoints.removeAuthenticator, async ({ caller, request }) => {
    await requireConfirmed(db, caller);
    if (isRequired(caller.role))
      throw factorConflict('You need a second factor. You can set up another app.');
    await db.transaction().execute(async (tx) => {
      if (!(await removeFactors(tx, caller.accountId)))
        throw new ApiError('not-found', 'You have no authenticator app.');
      await recordAction(tx, { ...getOrigin(caller, request), action: 'factor-removed' });
    });
  });

  route(app, secondFactorEndpoints.renewRecoveryCodes, async ({ caller, request }) => {
    await requireConfirmed(db, caller);
    if (!(await listFactors(db, caller.accountId)).includes('authenticator'))
      throw factorConflict('Recovery codes replace a second factor: set one up.');
    const codes = await db.transaction().execute(async (tx) => {
      const created = await renewRecoveryCodes(tx, caller.accountId);
      await recordAction(tx, { ...getOrigin(caller, request), action: 'recovery-codes-created' });
      return created;
    });
    return { recoveryCodes: codes };
  });
}
