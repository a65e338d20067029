import type { FastifyInstance } from 'fastify';

import { ownAccountEndpoints } from '#contract/portal/own-account.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import { getOrigin } from '#server/auth/origin.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { route } from '#server/http/routes.ts';
import { requireRecipient } from '#server/mail/email-limits.policy.ts';
import type { Mailer } from '#server/mail/mailer.ts';

import * as store from './accounts.store.ts';
import { attempts } from './attempts.rules.ts';
import { changeIdentity } from './change-identity.ts';
import { countAttempt } from './count-attempt.ts';
import type { CheckDeps } from './password-check.ts';
import * as links from './password-links.ts';

interface Deps extends CheckDeps {
  readonly mailer: Mailer;
}

/** Registers changing one’s own name and email, which takes links to both addresses. */
export function ownIdentityRoutes(app: FastifyInstance, { db, now, mailer }: Deps): void {
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
      await changeIdentity(tx, account, { name, email: account.email });
      const details = { name: name !== account.name, ...(made && { email: 'requested' }) };
      await recordAction(tx, { ...getOrigin(caller, request), action: 'account-changed', details });
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
