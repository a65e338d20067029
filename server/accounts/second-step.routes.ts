import type { FastifyInstance, FastifyRequest } from 'fastify';

import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { findToken, spendToken } from '#server/auth/one-time-tokens.store.ts';
import type { Secrets } from '#server/auth/secrets.ts';
import { hashToken } from '#server/auth/tokens.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { wrongCode } from '#server/second-factors/second-factors.policy.ts';
import * as factors from '#server/second-factors/second-factors.store.ts';

import { type AccountRow, readAccount } from './accounts.store.ts';
import { attempts } from './attempts.rules.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { countAttempt } from './count-attempt.ts';
import { forgive } from './failed-attempts.store.ts';
import { guessNotices } from './guess-notices.ts';
import { browserCookie, isKnownBrowser } from './known-browsers.store.ts';
import type { CheckDeps } from './password-check.ts';
import { readSession, type SessionSources } from './read-session.ts';
import { stepCookie } from './second-step.ts';
import { byAccount, failedSignIns } from './sign-in-audit.ts';
import { maxFailures } from './throttle.rules.ts';

interface Deps extends CheckDeps, SessionSources {
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly config: SessionSources['config'] & Pick<Config, 'brand'>;
}

/** A sign-in in this browser whose password was right. */
interface Step {
  readonly token: string;
  readonly account: AccountRow;
  /** The provider by which it was taken; undefined: by the password. */
  readonly provider: string | undefined;
}

/**
 * Registers the second step of signing in: a code of the authenticator app, or setting one up
 * where it is required and missing.
 */
export function secondStepRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, secrets, now, mailer, config } = deps;
  const keys = secrets.secondFactors;
  const noticeGuess = guessNotices(app, mailer);
  const recordFailed = failedSignIns({ db, now });

  route(app, signInEndpoints.confirmSignIn, async ({ readBody, request, reply }) => {
    const { code } = readBody();
    const step = await requireStep(request);
    const { account } = step;
    const kind = await checkCode(step, request, code);
    const signIn = { account, request, reply, by: joinSteps(step, kind), isStrong: true };
    await completeSignIn({ db, now }, signIn, async (tx) => closeStep(tx, step));
    stepCookie.set(request, reply, undefined);
    return readSession(deps, account.id);
  });

  route(app, signInEndpoints.startSetUp, async ({ request }) => {
    const { account } = await requireStep(request);
    await requireNoFactor(db, account);
    return factors.startAuthenticator(db, { accountId: account.id, keys }, config.brand.name);
  });

  route(app, signInEndpoints.confirmSetUp, async ({ readBody, request, reply }) => {
    const { code } = readBody();
    const step = await requireStep(request);
    const { account } = step;
    let codes: string[] = [];
    const by = joinSteps(step, 'authenticator');
    const signIn = { account, request, reply, by, isStrong: true };
    await completeSignIn({ db, now }, signIn, async (tx) => {
      await requireNoFactor(tx, account);
      await closeStep(tx, step);
      if (!(await factors.confirmAuthenticator(tx, { accountId: account.id, keys }, code, now())))
        throw wrongCode();
      codes = await factors.renewRecoveryCodes(tx, account.id);
      await recordAction(tx, { ...byAccount(account, request), action: 'factor-added' });
    });
    stepCookie.set(request, reply, undefined);
    return { session: await readSession(deps, account.id), recoveryCodes: codes };
  });

  async function requireStep(request: FastifyRequest): Promise<Step> {
    const token = stepCookie.read(request) ?? '';
    const step = await findToken(db, token, 'second-step');
    if (!step) throw expired();
    const account = await readAccount(db, step.accountId);
    return { token, account, provider: step.payload.provider };
  }

  /** Uses a code up and returns its kind. Too many wrong ones need the password again. */
  async function checkCode({ token, account }: Step, request: FastifyRequest, code: string) {
    const accountId = account.id;
    const browser = browserCookie.read(request);
    const isKnown = await isKnownBrowser(db, { token: browser, accountId, now: now() });
    const attempt = attempts.ofCode(accountId, isKnown && browser ? hashToken(browser) : undefined);
    const failures = await countAttempt(db, attempt, now());
    const kind = await factors.useCode(db, { accountId, keys }, code, now());
    if (kind === undefined) {
      await recordFailed(account, request, { step: 'code' });
      noticeGuess(account, failures, 'codes');
      if (failures >= maxFailures) await spendToken(db, token, 'second-step');
      throw wrongCode();
    }
    await forgive(db, attempt);
    return kind;
  }
}

/** Asserts that an account has no second factor yet: the password alone can’t add another one. */
async function requireNoFactor(db: Db, { id }: AccountRow): Promise<void> {
  if ((await factors.listFactors(db, id)).length > 0) throw expired();
}

/** Returns by what both steps were taken, as far as the first wasn’t the password. */
const joinSteps = ({ provider }: Step, second: string) =>
  provider === undefined ? second : `${provider}, ${second}`;

async function closeStep(tx: Db, { token }: Step): Promise<void> {
  if (!(await spendToken(tx, token, 'second-step'))) throw expired();
}

const expired = () =>
  new ApiError('second-step-expired', 'Too much time has passed. Sign in again.');
