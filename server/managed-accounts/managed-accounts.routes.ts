import type { FastifyInstance } from 'fastify';

import { managedAccountEndpoints as endpoints } from '#contract/portal/people/managed-accounts.ts';
import { findLocked } from '#server/accounts/failed-attempts.store.ts';
import { getOrigin } from '#server/auth/origin.ts';
import { requireConfirmed } from '#server/auth/password-confirmation.policy.ts';
import type { ProviderConfig } from '#server/config/provider-config.ts';
import type { Db } from '#server/db/connect.ts';
import { route } from '#server/http/routes.ts';
import { readFactors } from '#server/second-factors/second-factors.store.ts';

import { activateAccount, changeRole, deactivateAccount } from './change-account.ts';
import {
  assertRole,
  lockManaged,
  managedPartner,
  requireManaged,
} from './managed-accounts.policy.ts';
import { presentManagedAccount } from './managed-accounts.presenter.ts';
import * as store from './managed-accounts.store.ts';
import { resetSecondFactor, unlock } from './restore-access.ts';

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
    const openLeads =
      hasLeads && partnerId !== null ? await store.countOpenLeads(db, partnerId) : undefined;
    const ids = accounts.map(({ id }) => id);
    const locked = await findLocked(db, ids, now());
    const factors = await readFactors(db, ids);
    const readerId = caller.accountId;
    const context = { locked, factors, openLeads, provider: provider?.name, readerId };
    return accounts.map((account) => presentManagedAccount(account, context));
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
      if (role !== undefined && role !== former) await changeRole(tx, id, role, origin);
      if (isActive === true && since !== null) await activateAccount(tx, locked, origin);
      if (isActive === false) await deactivateAccount(tx, id, origin);
    });
  });

  route(app, endpoints.resetSecondFactor, async ({ caller, params, request }) => {
    const { id } = await requireManaged(db, caller, params.id);
    await requireConfirmed(db, caller);
    await resetSecondFactor(db, id, getOrigin(caller, request));
  });

  route(app, endpoints.unlockAccount, async ({ caller, params, request }) => {
    const { id } = await requireManaged(db, caller, params.id);
    await unlock(db, id, getOrigin(caller, request));
  });
}
