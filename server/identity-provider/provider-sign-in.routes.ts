import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Role } from '#contract/endpoint.ts';
import { signInEndpoints as endpoints } from '#contract/portal/sign-in.ts';
import type { AccountRow } from '#server/accounts/accounts.store.ts';
import { completeSignIn } from '#server/accounts/complete-sign-in.ts';
import { forgive } from '#server/accounts/failed-attempts.store.ts';
import type { CheckDeps } from '#server/accounts/password-check.ts';
import { findNextStep, openStep, stepCookie } from '#server/accounts/second-step.ts';
import { failedSignIns } from '#server/accounts/sign-in-audit.ts';
import { beginSignIn, takeSignIn } from '#server/accounts/started-sign-ins.ts';
import { getOrigin } from '#server/auth/origin.ts';
import type { Secrets } from '#server/auth/secrets.ts';
import { sessionCookie } from '#server/auth/session-cookie.ts';
import { confirmSession, listSessions, renewSession } from '#server/auth/sessions.store.ts';
import type { ProviderConfig } from '#server/config/provider-config.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { backgroundWork } from '#server/jobs/scheduled-jobs.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { listFactors } from '#server/second-factors/second-factors.store.ts';

import { isStrongSignIn } from './claims.rules.ts';
import { findOrAddAccount, type Rejection } from './find-or-add-account.ts';
import { findAccountOfIdentity } from './identities.store.ts';
import { type Claims, providerClient } from './provider.client.ts';

interface Deps extends CheckDeps {
  readonly secrets: Secrets;
  readonly config: ProviderConfig | null;
  readonly mailer: Mailer;
  /** Whether people of a role must have a second factor. */
  readonly isRequired: (role: Role) => boolean;
}

const ask = 'Ask your partner admin, or whoever runs this portal.';
const rejections: Readonly<Record<Rejection, (name: string) => string>> = {
  unknown: (name) => `You have no account here that is connected with ${name}. ${ask}`,
  'email-in-use': (name) =>
    `The account with your email isn’t connected with ${name}. Sign in with its password. ${ask}`,
  deactivated: () => `Your account is deactivated. ${ask}`,
  'no-role': (name) => `${name} gives you no role in this portal. ${ask}`,
  'other-partner': (name) => `${name} names another partner than this portal. ${ask}`,
};

/** Registers signing in, and confirming who one is, by the identity provider. */
export function providerSignInRoutes(
  app: FastifyInstance,
  { db, secrets, now, config, mailer, isRequired }: Deps,
): void {
  const noticeLink = linkNotices(app, mailer);
  const recordFailed = failedSignIns({ db, now });
  const steps = { db, now, keys: secrets.signIns };
  const client = config && providerClient(config, app.log, now);
  // A page of the portal, whose request has the cookies that other sites’ requests don’t have.
  const getRedirectUri = () => `${app.publicUrl}/sign-in`;
  route(app, endpoints.startProviderSignIn, async ({ readBody, request, reply }) =>
    begin(request, reply, { ...readBody(), sessionId: null }),
  );

  route(app, endpoints.startProviderConfirmation, async ({ caller, readBody, request, reply }) =>
    begin(request, reply, { ...readBody(), sessionId: caller.sessionId }),
  );

  route(app, endpoints.signInByProvider, async ({ readBody, request, reply }) => {
    const { response } = readBody();
    const provider = requireProvider();
    const { name } = provider.config;
    const { started, attempt } = await takeSignIn(steps, request, 'provider');
    if (!started) throw notStartedHere();
    stepCookie.set(request, reply, undefined);
    const { secret: verifier, returnTo = '/', sessionId = null } = started;
    const isConfirming = sessionId !== null;
    const claims = await provider.client
      .readClaims({ verifier, isConfirming }, getRedirectUri(), response)
      .catch(async (error: unknown) => {
        const isWrong = error instanceof ApiError && error.code === 'wrong-credentials';
        // An outage is no failed attempt.
        await (isWrong ? recordFailed(undefined, request, { by: name }) : forgive(db, attempt));
        throw error;
      });
    await forgive(db, attempt);
    if (isConfirming) {
      await confirm(db, provider.config, claims, sessionId);
      sessionCookie.set(request, reply, await renewSession(db, sessionId));
      return { returnTo, isConfirmed: true };
    }

    const origin = { ...getOrigin(null, request), actor: { type: 'service', id: null } } as const;
    const found = findOrAddAccount(db, provider.config, claims, origin);
    const { account, rejection, isLinked } = await found;
    if (rejection) {
      await recordFailed(account, request, { by: name, reason: rejection });
      throw new ApiError('wrong-credentials', rejections[rejection](name));
    }
    if (isLinked) noticeLink(account, name);
    const isStrong = isStrongSignIn(provider.config, claims);
    const factors = await listFactors(db, account.id);
    const nextStep = isStrong ? null : findNextStep(factors, isRequired(account.role));
    if (nextStep !== null) {
      stepCookie.set(request, reply, await openStep(db, account.id, name));
      return { returnTo, isConfirmed: false, nextStep };
    }
    await completeSignIn({ db, now }, { account, request, reply, by: name, isStrong });
    return { returnTo, isConfirmed: false };
  });

  async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    from: { readonly returnTo: string; readonly sessionId: string | null },
  ) {
    const provider = requireProvider();
    const { secret } = beginSignIn(steps, request, reply, { method: 'provider', ...from });
    const started = { verifier: secret, isConfirming: from.sessionId !== null };
    return { address: await provider.client.getAddress(started, getRedirectUri()) };
  }

  function requireProvider() {
    if (config && client) return { config, client };
    throw new ApiError('not-found', 'This portal has no sign-in by another service.');
  }
}

/** Returns a function that emails an account’s owner that a provider signs them in from now on. */
function linkNotices(app: FastifyInstance, mailer: Mailer) {
  const start = backgroundWork(app, 'notice of an identity not sent');
  return ({ email: to }: AccountRow, name: string): void => {
    const subject = `${name} can now sign you in to the partner portal`;
    const text = `Your account was connected with ${name}, and signed out everywhere else. If it wasn’t you, tell your admin at once.`;
    start(async () => void (await mailer.send({ to, subject, text })));
  };
}

/** Confirms a session, if it belongs to the person who has just signed in at the provider again. */
async function confirm(
  db: Db,
  { issuer, name }: ProviderConfig,
  { sub }: Claims,
  sessionId: string,
) {
  const account = await findAccountOfIdentity(db, issuer, sub);
  const sessions = account ? await listSessions(db, account.id) : [];
  if (!sessions.some(({ id }) => id === sessionId))
    throw new ApiError('wrong-credentials', `You are somebody else at ${name} than here.`);
  await confirmSession(db, sessionId);
}

const notStartedHere = () =>
  new ApiError(
    'second-step-expired',
    'This sign-in took too long, or began in another tab or browser. Sign in again.',
  );
