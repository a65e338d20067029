import type { FastifyInstance, FastifyRequest } from 'fastify';

import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { getOrigin, type Origin } from '#server/auth/origin.ts';
import { sessionCookie } from '#server/auth/session-cookie.ts';
import { confirmSession, renewSession } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { route } from '#server/http/routes.ts';
import { backgroundWork } from '#server/jobs/scheduled-jobs.ts';
import { countEmail } from '#server/mail/email-limits.store.ts';
import type { Mailer } from '#server/mail/mailer.ts';

import * as store from './accounts.store.ts';
import { attempts } from './attempts.rules.ts';
import { changeIdentity } from './change-identity.ts';
import { countAttempt } from './count-attempt.ts';
import { forgive } from './failed-attempts.store.ts';
import { browserCookie, rememberBrowser } from './known-browsers.store.ts';
import { type CheckDeps, requireOwnPassword } from './password-check.ts';
import { accountToSendLink, passwordPurposes } from './password-links.store.ts';
import * as links from './password-links.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { byAccount } from './sign-in-audit.ts';

interface Deps extends CheckDeps {
  readonly mailer: Mailer;
  /** Of the identity provider, if there is one. */
  readonly issuer: string;
}

/** The links that set a password: that to the former address does, too. */
const settingPassword = [...passwordPurposes, 'former-email'] as const;

/**
 * Registers the endpoints that confirm a password, send a single-use link to set a forgotten one,
 * set a password by such a link, and confirm an email by its own.
 */
export function passwordRoutes(app: FastifyInstance, { db, now, mailer, issuer }: Deps): void {
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
    const account = await accountToSendLink(db, email, issuer);
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
      await recordAction(tx, { ...byAccount(owner, request), action: 'password-set' });
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
  await changeIdentity(tx, owner, { name: owner.name, email });
  const details = { email: 'changed' };
  await recordAction(tx, { ...byAccount(owner, request), action: 'account-changed', details });
}
