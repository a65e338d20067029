import type { Change } from '#contract/portal/bulk-changes.ts';
import { type ContactCaller, isOwnOrOfAdmin } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { toOwner, requireOwner } from '#server/leads/leads.policy.ts';

import type { BulkChangeRow } from './bulk-changes.store.ts';

/**
 * Returns the change, if it exists and is the caller’s.
 * @throws ApiError 404 or 403
 */
export function requireOwnChange(
  caller: ContactCaller,
  change: BulkChangeRow | undefined,
): BulkChangeRow {
  if (!change) throw new ApiError(404, 'not-found', 'This change doesn’t exist.');
  if (change.account_id !== caller.accountId) throw noAccess();
  return change;
}

/**
 * Returns the change, if it exists and the caller may read it: its maker, and the admins of the
 * maker’s partner once it is applied.
 * @throws ApiError 404 or 403
 */
export function requireReadableChange(
  caller: ContactCaller,
  change: BulkChangeRow | undefined,
): BulkChangeRow {
  if (!change || change.state === 'prepared') return requireOwnChange(caller, change);
  if (!isOwnOrOfAdmin(caller, change)) throw noAccess();
  return change;
}

const noAccess = () => new ApiError(403, 'no-access', 'You don’t have access to this change.');

/**
 * Asserts that the caller may make a change: only partner admins reassign, to a contact of the
 * partner.
 * @throws ApiError 403
 */
export async function assertMayChange(
  db: Db,
  caller: ContactCaller,
  change: Change,
): Promise<void> {
  if (change.kind !== 'reassign') return;
  assertMayReassign(caller);
  await requireOwner(db, caller, { brokerRepId: change.brokerRepId }, toOwner(caller));
}

/**
 * Asserts that the caller may reassign leads.
 * @throws ApiError 403
 */
export function assertMayReassign({ role }: ContactCaller): void {
  if (role !== 'partner-admin')
    throw new ApiError(403, 'no-access', 'Only partner admins can reassign leads.');
}
