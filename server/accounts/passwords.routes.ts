import type { FastifyInstance, FastifyRequest } from 'fastify';

import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { getOrigin, type Origin, recordAct } from '#server/audit/audit.store.ts';
import { sessionCookie } from '#server/auth/session-cookie.ts';
import { confirmSession, renewSession } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { route } from '#server/http/routes.ts';
import { backgroundWork } from '#server/jobs/background-work.ts';
import type { Mailer } from '#server/mail/mailer.ts';

import {
  changeIdentity,
  readOwner,
  revokeAccess,
  revokeMadeSince,
  storePassword,
} from './accounts.store.ts';
import { browserCookie } from './browser-cookie.ts';
import { attempts, countAttempt, forgive } from './failed-attempts.store.ts';
import { rememberBrowser } from './known-browsers.store.ts';
import { requireStrongPassword } from './new-password.ts';
import { type CheckDeps, checkConfirmation } from './password-check.ts';
import {
  accountToSendLink,
  mailPasswordLink,
  passwordLink,
  renewPasswordLink,
  requireAccountOfLink,
} from './password-links.store.ts';
import { hashPassword } from './passwords.ts';
import { byAccount } from './sign-in-acts.store.ts';

/**
 * Registers the endpoints that confirm a password, send a single-use link to set a forgotten one,
 * and set a password by such a link.
 */
export function passwordRoutes(
  app: FastifyInstance,
  { db, now, mailer, issuer }: CheckDeps & { readonly mailer: Mailer; readonly issuer: string },
): void {
  const start = backgroundWork(app, 'link for a forgotten password not sent');
  route(app, signInEndpoints.confirmPassword, async ({ caller, readBody, request, reply }) => {
    const { password } = readBody();
    if (!(await checkConfirmation({ db, now }, caller, password)))
      throw new ApiError('wrong-password', 'This is not your password.', {
        fields: { password: 'This is not your password.' },
      });
    const until = await confirmSession(db, caller.sessionId);
    sessionCookie.set(request, reply, await renewSession(db, caller.sessionId));
    return { confirmedUntil: until.toISOString() };
  });

  route(app, signInEndpoints.requestPasswordLink, async ({ readBody, request }) => {
    const { email } = readBody();
    await countAttempt(db, attempts.forLink(clientNetwork(request.ip), email), now());
    // The response doesn’t wait: its time would say whether there is an account.
    if (mailer.isOn) start(async () => sendLink(email, getOrigin(null, request)));
  });

  async function sendLink(email: string, origin: Origin): Promise<void> {
    const account = await accountToSendLink(db, email, issuer);
    if (!account) return;
    const token = await renewPasswordLink(db, account.id, origin);
    await mailPasswordLink(mailer, passwordLink(app.publicUrl, token), {
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
    const invited = await requireAccountOfLink(db, token, 'password', 'former-email');
    await forgive(db, attempt);
    await requireStrongPassword(password, await readOwner(db, invited.id));
    const hash = await hashPassword(password);
    // The recipient of the link can sign in from this browser, however many others guess at the
    // account.
    const browser = { token: browserCookie.read(request), accountId: invited.id, now: now() };
    const set = await db.transaction().execute(async (tx) => {
      const owner = await requireAccountOfLink(tx, token, 'password', 'former-email');
      await changeEmail(tx, owner, request);
      await storePassword(tx, owner.id, hash);
      if (owner.begun_at) await revokeMadeSince(tx, owner.id, owner.begun_at);
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
      const owner = await requireAccountOfLink(tx, token, 'new-email');
      await changeEmail(tx, owner, request);
      await revokeAccess(tx, owner.id);
      return owner.nextEmail;
    });
    await forgive(db, attempt);
    return { email };
  });
}

/** Gives an account the email of a link, if that is another one. */
async function changeEmail(
  tx: Db,
  owner: Awaited<ReturnType<typeof requireAccountOfLink>>,
  request: FastifyRequest,
): Promise<void> {
  const { nextEmail: email } = owner;
  if (email === owner.email) return;
  await changeIdentity(tx, owner, { name: owner.name, email });
  const details = { email: 'changed' };
  await recordAct(tx, { ...byAccount(owner, request), act: 'account-changed', details });
}
