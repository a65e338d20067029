import type { FastifyInstance } from 'fastify';

import type { Role } from '#contract/endpoint.ts';
import { signInEndpoints } from '#contract/portal/sign-in.ts';
import type { Config } from '#server/config/config.ts';
import { route } from '#server/http/routes.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { listFactors } from '#server/second-factors/second-factors.store.ts';

import { findAccount } from './accounts.store.ts';
import { completeSignIn, wrongCredentials } from './complete-sign-in.ts';
import { demoAccounts } from './demo-accounts.ts';
import { guessNotices } from './guess-notices.ts';
import { type CheckDeps, checkSignIn } from './password-check.ts';
import { readSession, type SessionSources } from './read-session.ts';
import { findNextStep, openStep, stepCookie } from './second-step.ts';
import { failedSignIns } from './sign-in-audit.ts';

interface Deps extends CheckDeps, SessionSources {
  readonly config: Pick<Config, 'currencies' | 'demo' | 'provider'>;
  readonly mailer: Mailer;
  /** Whether people of a role must have a second factor. */
  readonly isRequired: (role: Role) => boolean;
}

/** Registers signing in by a password, which is the first step or all. */
export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now, config, mailer, isRequired } = deps;
  const noticeGuess = guessNotices(app, mailer);
  const recordFailed = failedSignIns({ db, now });

  route(app, signInEndpoints.readSignIn, async () => ({
    demoAccounts: config.demo ? [...demoAccounts] : [],
    sendsEmails: mailer.isOn,
    provider: config.provider?.name ?? null,
  }));

  route(app, signInEndpoints.signIn, async ({ readBody, request, reply }) => {
    const { email, password } = readBody();
    const account = await findAccount(db, email);
    const input = { email, password, account };
    const { isRight, failures } = await checkSignIn({ db, now }, request, input);
    if (!isRight || !account) {
      noticeGuess(account, failures, 'passwords');
      await recordFailed(account, request);
      throw wrongCredentials();
    }
    const factors = await listFactors(db, account.id);
    const nextStep = findNextStep(factors, isRequired(account.role));
    if (nextStep !== null) {
      stepCookie.set(request, reply, await openStep(db, account.id));
      return { nextStep };
    }
    await completeSignIn({ db, now }, { account, request, reply });
    return readSession(deps, account.id);
  });
}
