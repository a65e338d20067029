import type { FastifyInstance } from 'fastify';

import { passkeyEndpoints } from '#contract/portal/passkeys/passkeys.ts';
import type { Secrets } from '#server/auth/secrets.ts';
import { newToken } from '#server/auth/tokens.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { readSignatureCount, readSite } from '#server/second-factors/passkeys.policy.ts';
import * as passkeys from '#server/second-factors/passkeys.store.ts';

import { readAccount } from './accounts.store.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { forgive } from './failed-attempts.store.ts';
import type { CheckDeps } from './password-check.ts';
import { readSession, type SessionSources } from './read-session.ts';
import { stepCookie } from './second-step.ts';
import { failedSignIns } from './sign-in-audit.ts';
import { beginSignIn, takeSignIn } from './started-sign-ins.ts';

interface Deps extends CheckDeps, SessionSources {
  readonly secrets: Secrets;
}

/** Registers signing in by a passkey, which is both steps at once. */
export function passkeySignInRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, secrets, now } = deps;
  const steps = { db, now, keys: secrets.signIns };
  const recordFailed = failedSignIns({ db, now });

  route(app, passkeyEndpoints.startPasskeySignIn, async ({ request, reply }) => {
    const { expectedRPID: rpId } = readSite(app.publicUrl);
    const { secret } = beginSignIn(steps, request, reply, { method: 'passkey' });
    return { challenge: secret, rpId, userVerification: 'required' as const };
  });

  route(app, passkeyEndpoints.signInByPasskey, async ({ readBody, request, reply }) => {
    const signature = readBody();
    const { started, attempt } = await takeSignIn(steps, request, 'passkey');
    // Without a started sign-in, a random challenge that no passkey can have signed.
    const challenge = started?.secret ?? newToken();
    const passkey = await passkeys.findPasskey(db, signature.credentialId);
    const counter =
      passkey && (await readSignatureCount(app.publicUrl, challenge, passkey, signature));
    const account = passkey && (await readAccount(db, passkey.account_id));
    if (!account || account.disabled_at !== null || counter === undefined) {
      await recordFailed(account, request, { step: 'passkey' });
      throw unknownPasskey();
    }
    await forgive(db, attempt);
    const signIn = { account, request, reply, by: 'passkey', isStrong: true };
    await completeSignIn({ db, now }, signIn, async (tx) => {
      if (!(await passkeys.usePasskey(tx, passkey, counter))) throw unknownPasskey();
    });
    stepCookie.set(request, reply, undefined);
    return readSession(deps, account.id);
  });
}

const unknownPasskey = () =>
  new ApiError('wrong-credentials', 'This passkey isn’t valid here. Sign in with your password.');
