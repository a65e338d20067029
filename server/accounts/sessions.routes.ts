import type { FastifyInstance } from 'fastify';

import type { Role } from '#contract/endpoint.ts';
import {
  accountEndpoints,
  type Currencies,
  ownCapabilities,
  type Session,
} from '#contract/portal/accounts.ts';
import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { recordAct } from '#server/audit/audit.store.ts';
import { issueAccessToken } from '#server/auth/access-tokens.ts';
import type { Secrets } from '#server/auth/secrets.ts';
import { sessionCookie } from '#server/auth/session-cookie.ts';
import { endSession } from '#server/auth/sessions.store.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { listFactors } from '#server/second-factors/second-factors.store.ts';

import { findAccount, readAccount, readIdentity } from './accounts.store.ts';
import { demoAccounts } from './demo-accounts.ts';
import { readListColumns } from './list-columns.store.ts';
import { passkeySignInRoutes, secondStepRoutes } from './second-step.routes.ts';
import * as signIn from './sign-in.ts';

/** The part of a session that depends on the upstream service. */
type UpstreamStatus = Pick<Session, 'capabilities' | 'needsApiKey' | 'upstreamName'>;
interface Deps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly now: () => Date;
  readonly config: Pick<Config, 'currencies' | 'demo' | 'provider'>;
  readonly mailer: Mailer;
  /** Whether people of a role must have a second factor. */
  readonly isRequired: (role: Role) => boolean;
  /**
   * Returns the upstream service’s name and capabilities, and whether the account needs an API
   * key; null: this service stores the records itself.
   */
  readonly statusOf: ((accountId: string) => Promise<UpstreamStatus>) | null;
}

/**
 * Registers the endpoints to sign in and out, to read the session, and to get an access token for
 * the API.
 */
export function sessionRoutes(
  app: FastifyInstance,
  { db, secrets, now, config, mailer, isRequired, statusOf }: Deps,
): void {
  const noticeGuess = signIn.guessNotices(app, mailer);
  const recordFailed = signIn.failedSignIns({ db, now });
  const readSession = async (accountId: string): Promise<Session> => {
    const identity = await readIdentity(db, accountId);
    const columns = await readListColumns(db, accountId);
    return {
      ...identity,
      ...(Object.keys(columns).length > 0 && { columns }),
      ...(config.currencies && {
        currencies: currenciesFor(config.currencies, identity.partner),
      }),
      ...(config.provider && { provider: config.provider.name }),
      ...(statusOf
        ? await statusOf(accountId)
        : { capabilities: ownCapabilities, needsApiKey: false }),
    };
  };

  route(app, signInEndpoints.readSignIn, async () => ({
    demoAccounts: config.demo ? [...demoAccounts] : [],
    sendsEmails: mailer.isOn,
    provider: config.provider?.name ?? null,
  }));

  route(app, signInEndpoints.signIn, async ({ readBody, request, reply }) => {
    const { email, password } = readBody();
    const account = await findAccount(db, email);
    const input = { email, password, account };
    const { isRight, failures } = await signIn.checkSignIn({ db, now }, request, input);
    if (!isRight || !account) {
      noticeGuess(account, failures, 'passwords');
      await recordFailed(account, request);
      throw signIn.wrongCredentials();
    }
    const factors = await listFactors(db, account.id);
    const nextStep = signIn.findNextStep(factors, isRequired(account.role));
    if (nextStep !== null) {
      signIn.stepCookie.set(request, reply, await signIn.openStep(db, account.id));
      return { nextStep };
    }
    await signIn.completeSignIn({ db, now }, { account, request, reply });
    return readSession(account.id);
  });

  const steps = { db, now, readSession, recordFailed };
  secondStepRoutes(app, { ...steps, keys: secrets.secondFactors, noticeGuess });
  passkeySignInRoutes(app, { ...steps, keys: secrets.signIns });

  route(app, accountEndpoints.readSession, async ({ caller }) => readSession(caller.accountId));

  route(app, accountEndpoints.signOut, async ({ request, reply }) => {
    const token = sessionCookie.read(request);
    if (token)
      await db.transaction().execute(async (tx) => {
        const accountId = await endSession(tx, token);
        if (accountId === undefined) return;
        const account = await readAccount(tx, accountId);
        await recordAct(tx, { ...signIn.byAccount(account, request), act: 'sign-out' });
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

/** Returns the currencies that a person needs: a partner's people need their own partner's only. */
function currenciesFor({ usual, byPartner }: Currencies, partner: Session['partner']): Currencies {
  if (partner === null) return { usual, byPartner };
  return { usual: byPartner[partner.id] ?? usual, byPartner: {} };
}
