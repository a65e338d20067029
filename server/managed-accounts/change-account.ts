import type { Role } from '#contract/endpoint.ts';
import type { AccountRow } from '#server/accounts/accounts.store.ts';
import { recordAction } from '#server/audit/audit.store.ts';
import type { Origin } from '#server/auth/origin.ts';
import { endSessions } from '#server/auth/sessions.store.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';

import { hasRoomForIntegration, tooManyIntegrations } from './managed-accounts.rules.ts';
import * as store from './managed-accounts.store.ts';

/** Returns an account as the subject of an action. */
const toSubject = (id: string) => ({ type: 'account', id });

/** Gives support staff the operator’s right, or takes it back, in a transaction. */
export async function setOperatorRight(
  tx: Db,
  id: string,
  has: boolean,
  origin: Origin,
): Promise<void> {
  await store.updateAccount(tx, id, { manages_accounts: has });
  await recordChange(tx, id, origin, { operatorRight: has });
}

/** Changes the role of an account and ends its sessions, in a transaction. */
export async function changeRole(tx: Db, id: string, role: Role, origin: Origin): Promise<void> {
  await store.updateAccount(tx, id, { role });
  await recordChange(tx, id, origin, { role });
  await endSessions(tx, id);
}

/**
 * Activates a deactivated account again, in a transaction. The password is as it was; a new API key
 * is made.
 * @throws ApiError 409 if it is one integration too many
 */
export async function activateAccount(
  tx: Db,
  { id, email, partner_id }: Pick<AccountRow, 'id' | 'partner_id'> & { email: string | null },
  origin: Origin,
): Promise<void> {
  const isIntegration = email === null;
  if (isIntegration && !hasRoomForIntegration(await store.countIntegrations(tx, partner_id ?? '')))
    throw new ApiError('conflict', tooManyIntegrations);
  await store.updateAccount(tx, id, { disabled_at: null });
  await recordChange(tx, id, origin, { state: 'active' });
}

/**
 * Deactivates an account at once, in a transaction: its sessions with their access tokens and live
 * updates, its links and all API keys stop working. An entered key can then be entered for another
 * account.
 */
export async function deactivateAccount(tx: Db, id: string, origin: Origin): Promise<void> {
  await store.disableAccount(tx, id);
  await endSessions(tx, id);
  // Keys end by a trigger, however the account is disabled.
  await store.deleteSignInMeans(tx, id);
  await recordAction(tx, { ...origin, action: 'account-disabled', subject: toSubject(id) });
}

async function recordChange(
  tx: Db,
  id: string,
  origin: Origin,
  details: Readonly<Record<string, string | boolean>>,
): Promise<void> {
  await recordAction(tx, { ...origin, action: 'account-changed', subject: toSubject(id), details });
}
