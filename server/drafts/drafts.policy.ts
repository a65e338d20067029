import type { ContactCaller } from '#server/auth/caller.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { requireOwn } from '#server/records/records.policy.ts';

import type { DraftRow } from './drafts.store.ts';

/** Another submission of the same draft has created a lead. */
export const draftSubmitted = new ApiError(
  'draft-submitted',
  'This draft has been submitted already.',
);

/**
 * Returns a draft of the caller that can still be changed.
 * @throws ApiError 404 or 403, or 409 if it has been submitted
 */
export function requireOpen(caller: ContactCaller, draft: DraftRow | undefined): DraftRow {
  const own = requireOwn(caller, draft, 'draft');
  if (own.lead_id !== null) throw draftSubmitted;
  return own;
}
