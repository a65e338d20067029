import type { FastifyInstance } from 'fastify';

import { withoutAddresses } from '#contract/portal/people/addresses-in-names.ts';
import {
  type ManagedAccount,
  managedAccountEndpoints as endpoints,
} from '#contract/portal/people/managed-accounts.ts';
import { findLocked } from '#server/accounts/failed-attempts.store.ts';
import {
  mailPasswordLink,
  passwordLink,
  renewPasswordLink,
} from '#server/accounts/password-links.store.ts';
import { getOrigin } from '#server/audit/audit.store.ts';
import type { Caller } from '#server/auth/caller.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import type { ProviderConfig } from '#server/config/provider-config.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError, fieldError } from '#server/errors/api-error.ts';
import { route } from '#server/http/routes.ts';
import { requireRecipient, requireSender } from '#server/mail/email-limits.store.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { readFactors } from '#server/second-factors/second-factors.store.ts';

import {
  assertRole,
  lockManaged,
  managedPartner,
  requireManaged,
  requirePartner,
} from './managed-accounts.policy.ts';
import * as store from './managed-accounts.store.ts';

interface Deps {
  readonly db: Db;
  readonly now: () => Date;
  readonly mailer: Mailer;
  /** Whether this service stores the leads, and so can count them. */
  readonly hasLeads: boolean;
  /** The identity provider; null if there is none. */
  readonly provider: ProviderConfig | null;
}

/** Registers what partner admins and support with the operator's right do with accounts. */
export function managedAccountRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now, hasLeads, provider } = deps;
  invitationRoutes(app, deps);
  route(app, endpoints.listAccounts, async ({ caller, query }) => {
    const partnerId = await managedPartner(db, caller, query.partnerId);
    const accounts = await store.listManagedAccounts(db, partnerId, provider?.issuer);
    const open =
      hasLeads && partnerId !== null ? await store.countOpenLeads(db, partnerId) : undefined;
    const ids = accounts.map(({ id }) => id);
    const locked = await findLocked(db, ids, now());
    const factors = await readFactors(db, ids);
    return accounts.map(({ contact_id, link_until, last_seen_at, ...account }) => ({
      ...account,
      contactId: contact_id,
      state: readState(account, locked.has(account.id)),
      hasPassword: account.has_password,
      provider: (account.is_connected && provider?.name) || null,
      factors: factors.get(account.id) ?? [],
      linkUntil: link_until?.toISOString() ?? null,
      lastSeenAt: last_seen_at?.toISOString() ?? null,
      openLeads: open && contact_id !== null ? (open.get(contact_id) ?? 0) : null,
      isOwn: account.id === caller.accountId,
    }));
  });

  route(app, endpoints.changeAccount, async ({ caller, params, readBody, request }) => {
    const account = await requireManaged(db, caller, params.id);
    const { role, isActive } = readBody();
    if (role !== undefined) assertRole(role, account.partner_id);
    await requireConfirmed(db, caller);
    const origin = getOrigin(caller, request);
    await db.transaction().execute(async (tx) => {
      const locked = await lockManaged(tx, caller, params.id);
      const { id, role: former, disabled_at: since } = locked;
      if (role !== undefined && role !== former) await store.changeRole(tx, id, role, origin);
      if (isActive === true && since !== null) await store.activateAccount(tx, locked, origin);
      if (isActive === false) await store.deactivateAccount(tx, id, origin);
    });
  });

  route(app, endpoints.resetSecondFactor, async ({ caller, params, request }) => {
    const { id } = await requireManaged(db, caller, params.id);
    await requireConfirmed(db, caller);
    await store.resetSecondFactor(db, id, getOrigin(caller, request));
  });

  route(app, endpoints.unlockAccount, async ({ caller, params, request }) => {
    const { id } = await requireManaged(db, caller, params.id);
    await store.unlock(db, id, getOrigin(caller, request));
  });
}

/** Registers what invites people, and sends them a link to set a password. */
function invitationRoutes(app: FastifyInstance, { db, mailer }: Deps): void {
  route(app, endpoints.invitePerson, async ({ caller, readBody, request }) => {
    const { partnerId, ...person } = readBody();
    const partner = await requirePartner(db, caller, partnerId ?? undefined);
    assertRole(person.role, partner?.id ?? null);
    await requireConfirmed(db, caller);
    const invited = { ...person, partnerId: partner?.id ?? null };
    const origin = getOrigin(caller, request);
    const token = await store.invitePerson(db, invited, origin, count(caller, person.email));
    const inviter = withoutAddresses(caller.name);
    const portal = partner ? ` of ${withoutAddresses(partner.name)}` : '';
    return send(person.email, token, {
      subject: `${inviter} invited you to the partner portal`,
      text: `${inviter} invited you to the partner portal${portal}. Set your password by this link:`,
    });
  });

  route(app, endpoints.sendLink, async ({ caller, params, request }) => {
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

/** Registers the endpoint that adds integrations, where the portal makes the API keys. */
export function integrationRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  route(app, endpoints.addIntegration, async ({ caller, readBody, request }) => {
    const { partnerId, ...added } = readBody();
    const partner = await requirePartner(db, caller, partnerId ?? undefined);
    if (!partner) throw fieldError('partnerId', 'Choose a partner.');
    await requireConfirmed(db, caller);
    const integration = { ...added, partnerId: partner.id };
    await store.addIntegration(db, integration, getOrigin(caller, request), async (tx) =>
      requireSender(tx, caller.accountId),
    );
  });
}

type ListedAccount = Awaited<ReturnType<typeof store.listManagedAccounts>>[number];
type SignInState = Pick<ListedAccount, 'email' | 'disabled_at' | 'has_password' | 'is_connected'>;

function readState(
  { email, disabled_at, has_password, is_connected }: SignInState,
  isLocked: boolean,
): ManagedAccount['state'] {
  if (disabled_at !== null) return 'deactivated';
  if (email !== null && !has_password && !is_connected) return 'invited';
  return isLocked ? 'locked' : 'active';
}
