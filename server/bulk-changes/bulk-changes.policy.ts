import type { Change, Selection } from '#contract/portal/bulk-changes.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { requireOwner, toOwner } from '#server/leads/leads.policy.ts';
import { assertFiltersValid } from '#server/records/list/selected-records.ts';

import { undoUntil } from './bulk-changes.rules.ts';
import type { BulkChangeRow } from './bulk-changes.store.ts';

/**
 * Asserts that the caller may make a change: only partner admins reassign, to a contact of the
 * partner; and that the selection is what the list shows.
 * @throws ApiError 400 or 403
 */
export async function assertMayChange(
  db: Db,
  caller: ContactCaller,
  selection: Selection,
  change: Change,
): Promise<void> {
  assertFiltersValid(selection);
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

/**
 * Asserts that a change can be undone: once it is made, within 10 minutes.
 * @throws ApiError 409
 */
export function assertCanBeUndone(change: BulkChangeRow, now: Date): void {
  if (change.state !== 'applied')
    throw stateConflict('This change is still being made. Undo it afterwards.');
  const until = undoUntil(change);
  if (!until) throw stateConflict('This change changed no lead, so there’s nothing to undo.');
  if (until < now)
    throw new ApiError(
      'too-late-to-undo',
      'This change was made more than 10 minutes ago, so it can’t be undone any more.',
    );
}

const stateConflict = (sentence: string) => new ApiError('bulk-change-state-conflict', sentence);
