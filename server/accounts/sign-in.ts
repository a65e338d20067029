import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';

import type { Factor } from '#contract/portal/second-factor/second-factor.ts';
import type { NextStep } from '#contract/portal/sign-in.ts';
import { getOrigin, type Origin, recordAct } from '#server/audit/audit.store.ts';
import type { InSession } from '#server/auth/caller.ts';
import { issueToken } from '#server/auth/one-time-tokens.store.ts';
import { hashToken } from '#server/auth/tokens.ts';
import { sessionCookie, tokenCookie } from '#server/auth/session-cookie.ts';
import { endSession, openSession, endSessionById } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { foldEmail } from '#server/db/emails.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { RecentActs } from '#server/jobs/recent-acts.ts';
import { backgroundWork } from '#server/jobs/scheduled-jobs.ts';
import type { Mailer } from '#server/mail/mailer.ts';

import { type AccountRow, readAccount } from './accounts.store.ts';
import { type Attempt, attempts, countAttempt, forgive } from './failed-attempts.store.ts';
import {
  browserCookie,
  rememberBrowser,
  deleteBrowser,
  isKnownBrowser,
} from './known-browsers.store.ts';
import { isPassword } from './passwords.ts';
import { maxFailures } from './throttle.rules.ts';

/** Dependencies of the password checks. */
export interface CheckDeps {
  readonly db: Db;
  readonly now: () => Date;
}

/**
 * Checks whether a password signs in to an account. An email without an account costs the same work
 * and the same waiting.
 * @throws ApiError 429 after too many failed attempts
 */
export async function checkSignIn(
  deps: CheckDeps,
  request: FastifyRequest,
  input: { email: string; password: string; account: AccountRow | undefined },
) {
  const { account, password } = input;
  const accountId = account?.id ?? foldEmail(input.email);
  const token = browserCookie.read(request);
  const isKnown = await isKnownBrowser(deps.db, { token, accountId, now: deps.now() });
  const attempt =
    token !== undefined && isKnown
      ? attempts.inKnownBrowser(hashToken(token), accountId)
      : attempts.inUnknownBrowser(clientNetwork(request.ip), accountId);
  const saved = account?.disabled_at === null ? account.password_hash : null;
  const { isRight, failures } = await check(deps, attempt, { password, saved });
  // This is no longer mistyping: from now on the browser counts as unknown.
  if (!isRight && token !== undefined && isKnown && failures >= maxFailures)
    await deleteBrowser(deps.db, token, accountId);
  return { isRight, failures };
}

/**
 * Asserts that a password, of this field of the request, is that of the signed-in person. Too many
 * wrong passwords end the session.
 * @throws ApiError 429 after too many failed attempts
 */
export async function requireOwnPassword(
  deps: CheckDeps,
  { accountId, sessionId }: InSession,
  password: string,
  field: string,
): Promise<void> {
  const { password_hash: saved } = await readAccount(deps.db, accountId);
  const attempt = attempts.inSession(sessionId, accountId);
  const { isRight, failures } = await check(deps, attempt, { password, saved });
  if (isRight) return;
  if (failures >= maxFailures) await endSessionById(deps.db, sessionId);
  const message = 'This is not your password.';
  throw new ApiError('wrong-password', message, { fields: { [field]: message } });
}

async function check(
  { db, now }: CheckDeps,
  attempt: Attempt,
  { password, saved }: { password: string; saved: string | null },
) {
  const failures = await countAttempt(db, attempt, now());
  const isRight = await isPassword(password, saved);
  if (isRight) await forgive(db, attempt);
  return { isRight, failures };
}

/** A sign-in after its last step. */
interface CompleteSignIn {
  readonly account: AccountRow;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** How it was proved besides the password, for the audit trail. */
  readonly by?: string;
  /** Whether a second factor was checked, here or by an identity provider. */
  readonly isStrong?: boolean;
}

/**
 * Opens a session and sets its cookie. `before` is done in the same transaction.
 * @throws ApiError 401 when the password changed or the account was disabled meanwhile
 */
export async function completeSignIn(
  { db, now }: CheckDeps,
  { account, request, reply, by, isStrong = false }: CompleteSignIn,
  before: (tx: Db) => Promise<void> = async () => {},
): Promise<void> {
  const place = { userAgent: request.headers['user-agent'] ?? '', address: request.ip, isStrong };
  const details = by === undefined ? {} : { details: { by } };
  const browser = { token: browserCookie.read(request), accountId: account.id, now: now() };
  let browserToken: string | undefined;
  const token = await openSession(db, account, place, async (tx) => {
    await before(tx);
    await recordAct(tx, { ...byAccount(account, request), act: 'sign-in', ...details });
    browserToken = await rememberBrowser(tx, browser);
  });
  if (token === undefined) throw wrongCredentials();
  // The browser drops its earlier session, so that session’s access tokens must stop working too.
  const earlier = sessionCookie.read(request);
  if (earlier) await endSession(db, earlier);
  sessionCookie.set(request, reply, token);
  browserCookie.set(request, reply, browserToken);
}

/** Returns the error of a sign-in that says nothing about why it failed. */
export const wrongCredentials = () =>
  new ApiError('wrong-credentials', 'Email or password is incorrect.');

/** Returns the origin of an act of an account that no session identifies yet, or any more. */
export function byAccount(account: AccountRow, request: FastifyRequest): Origin {
  const actor = { type: 'account', id: account.id } as const;
  return { ...getOrigin(null, request), actor, partnerId: account.partner_id };
}

/**
 * Returns a function that warns the owner of an account by email that somebody is guessing: after
 * 10 failures, 100, 1,000 and so on. No response waits for it.
 */
export function guessNotices(app: FastifyInstance, mailer: Mailer) {
  const start = backgroundWork(app, 'notice of guesses not sent');
  return (account: AccountRow | undefined, failures: number, what: 'passwords' | 'codes'): void => {
    if (!account || account.disabled_at !== null || !/^10+$/.test(String(failures))) return;
    const known =
      what === 'codes'
        ? 'They had got past the first step: change the password that you sign in with. '
        : '';
    const text = `There were ${failures} attempts to sign in to your account with wrong ${what}. Nobody got in by them. ${known}If it wasn’t you, tell your admin. If you have forgotten your password, you can set a new one at ${app.publicUrl}/sign-in.`;
    const subject = 'Failed attempts to sign in to the partner portal';
    start(async () => void (await mailer.send({ to: account.email, subject, text })));
  };
}

/**
 * Returns a function that records failed sign-ins, with the account if it exists, never typed text.
 * The same failure from one network is recorded once a minute, however often a script repeats it.
 */
export function failedSignIns({ db, now }: CheckDeps) {
  const recent = new RecentActs(now);
  return async (
    account: AccountRow | undefined,
    request: FastifyRequest,
    details: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const key = JSON.stringify([clientNetwork(request.ip), account?.id, details]);
    if (recent.has(key)) return;
    recent.add(key);
    const subject = account && { type: 'account', id: account.id };
    const failed = { ...getOrigin(null, request), act: 'sign-in-failed', details } as const;
    await recordAct(db, subject ? { ...failed, subject } : failed);
  };
}

/** How long after the password the second step can be taken, in milliseconds. */
export const stepLifetimeMs = 10 * 60_000;

/** The cookie of the second step of a sign-in that this browser has started. It signs nobody in. */
export const stepCookie = tokenCookie('portal-sign-in', stepLifetimeMs);

/** Returns what follows the first step; null: the session. */
export function findNextStep(factors: readonly Factor[], isRequired: boolean): NextStep | null {
  if (factors.includes('authenticator')) return 'code';
  if (!isRequired) return null;
  return factors.length === 0 ? 'set-up' : 'passkey';
}

/**
 * Stores that the password of an account was right, or that a provider has signed its owner in.
 * Returns the token of the second step.
 */
export async function openStep(db: Db, accountId: string, provider?: string): Promise<string> {
  const step = { accountId, payload: { provider }, lifetimeMs: stepLifetimeMs };
  return issueToken(db, 'second-step', step);
}
