import type { FastifyInstance } from 'fastify';

import { ownAccountEndpoints } from '#contract/portal/own-account.ts';
import { getOrigin, recordAct } from '#server/audit/audit.store.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import { sessionCookie } from '#server/auth/session-cookie.ts';
import {
  endOwnSession,
  endSessions,
  listSessions,
  renewSession,
} from '#server/auth/sessions.store.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { route } from '#server/http/routes.ts';
import type { Mailer } from '#server/mail/mailer.ts';

import {
  changeIdentity,
  lockAccount,
  readAccount,
  readOwner,
  storePassword,
} from './accounts.store.ts';
import { browserCookie } from './browser-cookie.ts';
import { deviceName } from './device.rules.ts';
import { attempts, countAttempt } from './failed-attempts.store.ts';
import { rememberBrowser } from './known-browsers.store.ts';
import { requireStrongPassword } from './new-password.ts';
import { type CheckDeps, checkConfirmation } from './password-check.ts';
import { type EmailTokens, newEmailLinks, passwordLink } from './password-links.store.ts';
import { hashPassword } from './passwords.ts';

interface Deps extends CheckDeps {
  readonly mailer: Mailer;
}

/** Registers what people do with their own account: change it, its password, end sessions. */
export function ownAccountRoutes(app: FastifyInstance, { db, now, mailer }: Deps): void {
  identityRoutes(app, { db, now, mailer });
  route(app, ownAccountEndpoints.changePassword, async ({ caller, readBody, request, reply }) => {
    const { current, password } = readBody();
    if (!(await checkConfirmation({ db, now }, caller, current)))
      throw new ApiError('wrong-password', 'This is not your password.', {
        fields: { current: 'This is not your password.' },
      });
    await requireStrongPassword(password, await readOwner(db, caller.accountId));
    const hash = await hashPassword(password);
    const browser = { token: undefined, accountId: caller.accountId, now: now() };
    const tokens = await db.transaction().execute(async (tx) => {
      await storePassword(tx, caller.accountId, hash, caller.sessionId);
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

  route(app, ownAccountEndpoints.endSession, async ({ caller, params }) => {
    await requireConfirmed(db, caller);
    if (!(await endOwnSession(db, caller.accountId, params.id)))
      throw new ApiError('not-found', 'This session has ended already.');
  });

  route(app, ownAccountEndpoints.endOtherSessions, async ({ caller }) => {
    await requireConfirmed(db, caller);
    await endSessions(db, caller.accountId, caller.sessionId);
  });
}

function identityRoutes(app: FastifyInstance, { db, now, mailer }: Deps): void {
  route(app, ownAccountEndpoints.changeIdentity, async ({ caller, readBody, request }) => {
    const { name, email } = readBody();
    const isOtherEmail = email !== (await readAccount(db, caller.accountId)).email;
    if (isOtherEmail) {
      await requireConfirmed(db, caller);
      await countAttempt(db, attempts.forLink(clientNetwork(request.ip), email), now());
    }
    const { tokens, former } = await db.transaction().execute(async (tx) => {
      await lockAccount(tx, caller.accountId);
      // Meanwhile the former address may have taken the account back, and ended this session.
      if (isOtherEmail) await requireConfirmed(tx, caller);
      const account = await readAccount(tx, caller.accountId);
      const made = isOtherEmail ? await newEmailLinks(tx, account, email) : undefined;
      await changeIdentity(tx, account, { name, email: account.email });
      const details = { name: name !== account.name, ...(made && { email: 'requested' }) };
      await recordAct(tx, { ...getOrigin(caller, request), act: 'account-changed', details });
      return { tokens: made, former: account.email };
    });
    return { link: tokens ? await sendLinks(tokens, former, email) : null };
  });

  /** Sends the links of a change of email. Returns the first where no emails are sent. */
  async function sendLinks({ token, undoToken }: EmailTokens, former: string, email: string) {
    const link = `${app.publicUrl}/sign-in#confirm-email=${token}`;
    if (!mailer.isOn) return link;
    // First to the present address: whoever can’t be warned can’t lose the account.
    const isSent =
      (await mailer.send({
        to: former,
        subject: 'Your email for the partner portal is about to change',
        text: `Somebody who is signed in to your account, and knows its password, asked to use another email for it. If it was you, do nothing. If it wasn’t, set a new password by this link, within two days. It stops or undoes the change, signs everybody out, and ends passkeys, API keys and authenticator apps that were added since:\n\n${passwordLink(app.publicUrl, undoToken)}\n\nThen look through your passkeys and API keys on your profile: what was added before stays.`,
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
