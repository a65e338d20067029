import type { FastifyInstance } from 'fastify';

import { withoutAddresses } from '#contract/portal/people/addresses-in-names.ts';
import { managedAccountEndpoints } from '#contract/portal/people/managed-accounts.ts';
import {
  mailPasswordLink,
  passwordLink,
  renewPasswordLink,
} from '#server/accounts/password-links.ts';
import type { Caller } from '#server/auth/caller.ts';
import { getOrigin } from '#server/auth/origin.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { requireRecipient, requireSender } from '#server/mail/email-limits.policy.ts';
import type { Mailer } from '#server/mail/mailer.ts';

import { invitePerson } from './add-person.ts';
import { assertRole, requireManaged, requirePartner } from './managed-accounts.policy.ts';

interface Deps {
  readonly db: Db;
  readonly mailer: Mailer;
}

/** Registers what invites people, and sends them a link to set a password. */
export function invitationRoutes(app: FastifyInstance, { db, mailer }: Deps): void {
  route(app, managedAccountEndpoints.invitePerson, async ({ caller, readBody, request }) => {
    const { partnerId, ...person } = readBody();
    const partner = await requirePartner(db, caller, partnerId ?? undefined);
    assertRole(person.role, partner?.id ?? null);
    await requireConfirmed(db, caller);
    const invited = { ...person, partnerId: partner?.id ?? null };
    const origin = getOrigin(caller, request);
    const token = await invitePerson(db, invited, origin, count(caller, person.email));
    const inviter = withoutAddresses(caller.name);
    const portal = partner ? ` of ${withoutAddresses(partner.name)}` : '';
    return send(person.email, token, {
      subject: `${inviter} invited you to the partner portal`,
      text: `${inviter} invited you to the partner portal${portal}. Set your password by this link:`,
    });
  });

  route(app, managedAccountEndpoints.sendLink, async ({ caller, params, request }) => {
    const { id, email } = await requireManaged(db, caller, params.id);
    if (email === null) throw new ApiError('no-access', 'An integration doesn’t sign in.');
    await requireConfirmed(db, caller);
    const origin = getOrigin(caller, request);
    const before = count(caller, email);
    const token = await renewPasswordLink(db, id, origin, { before });
    return send(email, token, {
      subject: 'Set your password for the partner portal',
      text: 'Set your password for the partner portal by this link:',
    });
  });

  /** Returns a function that counts a link of an admin, and its email if one is sent. */
  const count = (caller: Caller, email: string) => async (tx: Db) => {
    await requireSender(tx, caller.accountId);
    if (mailer.isOn) await requireRecipient(tx, email);
  };

  /** Sends a link by email; otherwise returns the link. */
  async function send(to: string, token: string, mail: { subject: string; text: string }) {
    const link = passwordLink(app.publicUrl, token);
    return { link: await mailPasswordLink(mailer, link, { to, ...mail }) };
  }
}
