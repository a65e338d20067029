import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ownAccountEndpoints } from '#contract/portal/own-account.ts';
import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { getOrigin, type Origin, recordAct } from '#server/audit/audit.store.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import { sessionCookie } from '#server/auth/session-cookie.ts';
import {
  confirmSession,
  renewSession,
  endOwnSession,
  endSessions,
  listSessions,
} from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { route } from '#server/http/routes.ts';
import { backgroundWork } from '#server/jobs/scheduled-jobs.ts';
import { countEmail, requireRecipient } from '#server/mail/email-limits.store.ts';
import type { Mailer } from '#server/mail/mailer.ts';

import * as store from './accounts.store.ts';
import { deviceName } from './device.rules.ts';
import { attempts, countAttempt, forgive } from './failed-attempts.store.ts';
import { browserCookie, rememberBrowser } from './known-browsers.store.ts';
import * as links from './password-links.store.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { byAccount, type CheckDeps, requireOwnPassword } from './sign-in.ts';

interface Deps extends CheckDeps {
  readonly mailer: Mailer;
  /** Of the identity provider, if there is one. */
  readonly issuer: string;
}

/** Registers the routes of one’s own account: changing it or its password, ending sessions. */
export function ownAccountRoutes(app: FastifyInstance, deps: Deps): void {
  identityRoutes(app, deps);
  passwordRoutes(app, deps);
  const { db, now } = deps;
  route(app, ownAccountEndpoints.changePassword, async ({ caller, readBody, request, reply }) => {
    const { current, password } = readBody();
    await requireOwnPassword({ db, now }, caller, current, 'current');
    await requireStrongPassword(password, await store.readOwner(db, caller.accountId));
    const hash = await hashPassword(password);
    const browser = { token: undefined, accountId: caller.accountId, now: now() };
    const tokens = await db.transaction().execute(async (tx) => {
      await store.storePassword(tx, caller.accountId, hash, caller.sessionId);
      const session = await renewSession(tx, caller.sessionId);
      await recordAct(tx, { ...getOrigin(caller, request), act: 'password-set' });
      return { session, browser: await rememberBrowser(tx, browser) };
    });
    sessionCookie.set(request, reply, tokens.session);
    browserCookie.set(request, reply, tokens.browser);
  });

  route(app, ownAccountEndpoints.listSessions, async ({ caller }) => {
    const sessions = await listSessions(db, caller.accountId);
    return sessions.map(({ id, user_agent, address, created_at, last_used_at }) => ({
      id,
      device: deviceName(user_agent),
      address,
      signedInAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      isCurrent: id === caller.sessionId,
    }));
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
  recordAct(tx, { ...origin, act: 'sessions-ended', details: { sessions } });

function identityRoutes(app: FastifyInstance, { db, now, mailer }: Deps): void {
  route(app, ownAccountEndpoints.changeIdentity, async ({ caller, readBody, request }) => {
    const { name, email } = readBody();
    const isOtherEmail = email !== (await store.readAccount(db, caller.accountId)).email;
    if (isOtherEmail) {
      await requireConfirmed(db, caller);
      await countAttempt(db, attempts.forLink(clientNetwork(request.ip), email), now());
    }
    const { tokens, former } = await db.transaction().execute(async (tx) => {
      await store.lockAccount(tx, caller.accountId);
      // Meanwhile the former address may have taken the account back, and ended this session.
      if (isOtherEmail) await requireConfirmed(tx, caller);
      const account = await store.readAccount(tx, caller.accountId);
      if (isOtherEmail && mailer.isOn)
        // In one order, so that two people who take each other’s emails don’t wait for each other.
        for (const to of [account.email, email].toSorted()) await requireRecipient(tx, to);
      const made = isOtherEmail ? await links.newEmailLinks(tx, account, email) : undefined;
      await store.changeIdentity(tx, account, { name, email: account.email });
      const details = { name: name !== account.name, ...(made && { email: 'requested' }) };
      await recordAct(tx, { ...getOrigin(caller, request), act: 'account-changed', details });
      return { tokens: made, former: account.email };
    });
    return { link: tokens ? await sendLinks(tokens, former, email) : null };
  });

  /** Sends the links of a change of email. Returns the first where no emails are sent. */
  async function sendLinks({ token, undoToken }: links.EmailTokens, former: string, email: string) {
    const link = `${app.publicUrl}/sign-in#confirm-email=${token}`;
    if (!mailer.isOn) return link;
    // First to the present address: if this warning can’t be sent, the email doesn’t change.
    const isSent =
      (await mailer.send({
        to: former,
        subject: 'Your email for the partner portal is about to change',
        text: `Somebody who is signed in to your account, and knows its password, asked to use another email for it. If it was you, do nothing. If it wasn’t, set a new password by this link, within two days. It stops or undoes the change, signs everybody out, and ends passkeys, API keys and authenticator apps that were added since:\n\n${links.passwordLink(app.publicUrl, undoToken)}\n\nThen look through your passkeys and API keys on your profile: what was added before stays.`,
      })) &&
      (await mailer.send({
        to: email,
        subject: 'Confirm your email for the partner portal',
        text: `Confirm by this link that you sign in to the partner portal with this email from now on. It works once, within 24 hours. If you didn’t ask for it, do nothing.\n\n${link}`,
      }));
    if (isSent) return null;
    throw new ApiError(
      'email-not-sent',
      'We couldn’t send the email, so yours stays as it is. Try again later.',
    );
  }
}

/** The links that set a password: that to the former address does, too. */
const settingPassword = [...links.passwordPurposes, 'former-email'] as const;

/**
 * Registers the endpoints that confirm a password, send a single-use link to set a forgotten one,
 * and set a password by such a link.
 */
function passwordRoutes(app: FastifyInstance, { db, now, mailer, issuer }: Deps): void {
  const start = backgroundWork(app, 'link for a forgotten password not sent');
  route(app, signInEndpoints.confirmPassword, async ({ caller, readBody, request, reply }) => {
    const { password } = readBody();
    await requireOwnPassword({ db, now }, caller, password, 'password');
    const until = await confirmSession(db, caller.sessionId);
    sessionCookie.set(request, reply, await renewSession(db, caller.sessionId));
    return { confirmedUntil: until.toISOString() };
  });

  route(app, signInEndpoints.requestPasswordLink, async ({ readBody, request }) => {
    const { email } = readBody();
    await countAttempt(db, attempts.forLink(clientNetwork(request.ip), email), now());
    // The response doesn’t wait: its time would reveal whether there is an account.
    if (mailer.isOn) start(async () => sendLink(email, getOrigin(null, request)));
  });

  async function sendLink(email: string, origin: Origin): Promise<void> {
    const account = await links.accountToSendLink(db, email, issuer);
    // Nobody can fill somebody else’s mailbox, from however many networks.
    if (!account || (await countEmail(db, 'forgottenPassword', account.email)) > 0) return;
    const purpose = 'forgotten-password';
    const token = await links.renewPasswordLink(db, account.id, origin, { purpose });
    await links.mailPasswordLink(mailer, links.passwordLink(app.publicUrl, token), {
      to: account.email,
      subject: 'Set a new password for the partner portal',
      text: 'Somebody asked for a link to set a new password for this address. If it wasn’t you, do nothing: your password stays as it is. To set a new one, open:',
    });
  }

  route(app, signInEndpoints.setPassword, async ({ readBody, request, reply }) => {
    const { token, password } = readBody();
    const attempt = attempts.withLink(clientNetwork(request.ip), token);
    await countAttempt(db, attempt, now());
    // Checking and hashing are expensive: only done for a usable link.
    const invited = await links.findLink(db, token, ...settingPassword);
    await forgive(db, attempt);
    await requireStrongPassword(password, await store.readOwner(db, invited.id));
    const hash = await hashPassword(password);
    // The recipient of the link can sign in from this browser, however many others guess at the
    // account.
    const browser = { token: browserCookie.read(request), accountId: invited.id, now: now() };
    const set = await db.transaction().execute(async (tx) => {
      const owner = await links.spendLink(tx, token, ...settingPassword);
      await changeEmail(tx, owner, request);
      await store.storePassword(tx, owner.id, hash);
      if (owner.startedAt) await store.revokeMadeSince(tx, owner.id, owner.startedAt);
      await recordAct(tx, { ...byAccount(owner, request), act: 'password-set' });
      return { email: owner.nextEmail, browser: await rememberBrowser(tx, browser) };
    });
    browserCookie.set(request, reply, set.browser);
    return { email: set.email };
  });

  route(app, signInEndpoints.confirmEmail, async ({ readBody, request }) => {
    const { token } = readBody();
    const attempt = attempts.withLink(clientNetwork(request.ip), token);
    await countAttempt(db, attempt, now());
    const email = await db.transaction().execute(async (tx) => {
      const owner = await links.spendLink(tx, token, 'new-email');
      await changeEmail(tx, owner, request);
      await store.revokeAccess(tx, owner.id);
      return owner.nextEmail;
    });
    await forgive(db, attempt);
    return { email };
  });
}

/** Gives an account the email of a link, if that is another one. */
async function changeEmail(tx: Db, owner: links.LinkOwner, request: FastifyRequest): Promise<void> {
  const { nextEmail: email } = owner;
  if (email === owner.email) return;
  await store.changeIdentity(tx, owner, { name: owner.name, email });
  const details = { email: 'changed' };
  await recordAct(tx, { ...byAccount(owner, request), act: 'account-changed', details });
}
