import type { FastifyInstance } from 'fastify';

import {
  type ManagedAccount,
  managedAccountEndpoints as endpoints,
} from '#contract/portal/people/managed-accounts.ts';
import { findLocked } from '#server/accounts/failed-attempts.store.ts';
import { getOrigin } from '#server/audit/audit.store.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import type { ProviderConfig } from '#server/config/provider-config.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { readFactors } from '#server/second-factors/second-factors.store.ts';

import {
  assertRole,
  lockManaged,
  managedPartner,
  requireManaged,
} from './managed-accounts.policy.ts';
import * as store from './managed-accounts.store.ts';

interface Deps {
  readonly db: Db;
  readonly now: () => Date;
  /** Whether this service stores the leads, and so can count them. */
  readonly hasLeads: boolean;
  /** The identity provider; null if there is none. */
  readonly provider: ProviderConfig | null;
}

/** Registers what partner admins and support with the operator's right do with accounts. */
export function managedAccountRoutes(
  app: FastifyInstance,
  { db, now, hasLeads, provider }: Deps,
): void {
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
