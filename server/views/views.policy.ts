import type { Caller } from '#server/auth/caller.ts';
import { ApiError, requireAccess } from '#server/errors/api-error.ts';

import type { ViewRow } from './views.store.ts';

/** Returns whether a person may rename, change and delete a view: its owner, or a partner admin. */
export function canChangeView(
  caller: Caller,
  { account_id: ownerId, partner_id: partnerId }: ViewRow,
) {
  if (ownerId === caller.accountId) return true;
  return caller.role === 'partner-admin' && partnerId === caller.partnerId;
}

/**
 * Returns the view, if it exists and is the caller’s own or their partner’s.
 * @throws ApiError 404 or 403
 */
export function requireView(caller: Caller, view: ViewRow | undefined): ViewRow {
  return requireAccess(
    view,
    'view',
    (found) =>
      found.account_id === caller.accountId ||
      (found.partner_id !== null && found.partner_id === caller.partnerId),
  );
}

/**
 * Returns the view, if the caller may change it.
 * @throws ApiError 404 or 403
 */
export function requireChangeable(caller: Caller, found: ViewRow | undefined): ViewRow {
  const view = requireView(caller, found);
  if (!canChangeView(caller, view))
    throw new ApiError('no-access', 'Only a partner admin can change this view.');
  return view;
}

/**
 * Returns the partner whose people have a view that is shared.
 * @throws ApiError 403 when the caller can’t share
 */
export function requireSharing(caller: Caller): string {
  if (caller.role === 'partner-admin') return caller.partnerId;
  throw new ApiError('no-access', 'Only partner admins can share a view with the partner.');
}
