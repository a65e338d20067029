import type { Role } from '#contract/endpoint.ts';
import { lockAccounts } from '#server/accounts/accounts.store.ts';
import type { Caller } from '#server/auth/caller.ts';
import { isCallerCurrent } from '#server/auth/current-caller.store.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError, fieldError, requireAccess } from '#server/errors/api-error.ts';
import { findPartnerById } from '#server/partners/partners.store.ts';

import { findManagedAccount, hasOperatorRight } from './managed-accounts.store.ts';

/**
 * Returns the partner whose accounts a caller manages: the requested or their own; null is support.
 * @throws ApiError 403
 */
export async function managedPartner(db: Db, caller: Caller, partnerId: string | undefined) {
  if (caller.role !== 'support') {
    const isOther = partnerId !== undefined && partnerId !== caller.partnerId;
    if (isOther || caller.role === 'broker')
      throw new ApiError('no-access', 'You don’t have access to this account.');
    return caller.partnerId;
  }
  if (!(await hasOperatorRight(db, caller.accountId)))
    throw new ApiError('no-access', 'Managing accounts needs the operator’s right.');
  return partnerId ?? null;
}

/**
 * Returns the partner as {@link managedPartner}, for a new account.
 * @throws ApiError 400 when there is no such partner, 403
 */
export async function requirePartner(db: Db, caller: Caller, partnerId: string | undefined) {
  const id = await managedPartner(db, caller, partnerId);
  if (id === null) return null;
  const partner = await findPartnerById(db, id);
  if (!partner) throw fieldError('partnerId', 'This partner doesn’t exist.');
  return partner;
}

/**
 * Returns another person’s account that the caller manages.
 * @throws ApiError 403, 404
 */
export async function requireManaged(db: Db, caller: Caller, id: string) {
  await managedPartner(db, caller, undefined);
  const account = requireAccess(
    await findManagedAccount(db, id),
    'account',
    (found) => caller.role === 'support' || found.partner_id === caller.partnerId,
  );
  if (account.id === caller.accountId)
    throw new ApiError('no-access', 'Your own account is managed by somebody else.');
  return account;
}

/**
 * Returns the account as {@link requireManaged}, in the transaction that changes who manages
 * accounts. If two take the right from each other at once, the second has already lost it: so the
 * first still manages.
 * @throws ApiError 403, 404
 */
export async function lockManaged(tx: Db, caller: Caller, id: string) {
  await lockAccounts(tx, [caller.accountId, id]);
  if (!(await isCallerCurrent(tx, caller)))
    throw new ApiError('no-access', 'You no longer manage accounts.');
  return requireManaged(tx, caller, id);
}

/**
 * Returns whose API keys a caller works with: their own, or those of an integration they manage.
 * @throws ApiError 403, 404
 */
export async function requireKeyOwner(db: Db, caller: Caller, id: string | undefined) {
  if (id === undefined || id === caller.accountId) return caller.accountId;
  const account = await requireManaged(db, caller, id);
  if (account.email !== null)
    throw new ApiError('no-access', 'Only their owner has access to these API keys.');
  return account.id;
}

/**
 * Requires that a role fits the partner: support has none, everybody else has one.
 * @throws ApiError 400
 */
export function assertRole(role: Role, partnerId: string | null): void {
  if ((role === 'support') !== (partnerId === null))
    throw fieldError('role', 'Support staff have no partner; everybody else has one.');
}
