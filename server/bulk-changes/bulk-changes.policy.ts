import type { Change } from '#contract/portal/bulk-changes.ts';
import { type ContactCaller, isOwnOrOfAdmin } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError, requireAccess } from '#server/errors/api-error.ts';
import { toOwner, requireOwner } from '#server/leads/leads.policy.ts';

import type { BulkChangeRow } from './bulk-changes.store.ts';

/**
 * Returns the change, if it exists and the caller may read it: its maker, and the admins of the
 * maker’s partner once it is applied.
 * @throws ApiError 404 or 403
 */
export function requireReadableChange(
  caller: ContactCaller,
  change: BulkChangeRow | undefined,
): BulkChangeRow {
  return requireAccess(change, 'change', (found) =>
    found.state === 'prepared'
      ? found.account_id === caller.accountId
      : isOwnOrOfAdmin(caller, found),
  );
}

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
    throw new ApiError('no-access', 'Only partner admins can reassign leads.');
}
