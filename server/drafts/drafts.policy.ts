import { draftOfKey } from '#contract/portal/new-lead/new-lead.ts';
import type { Caller, ContactCaller } from '#server/auth/caller.ts';
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

/** The person who submits a lead, and the idempotency key of the request, if it has one. */
export interface Submitter {
  readonly caller: Caller;
  readonly key: string | string[] | undefined;
}

/**
 * Returns the id of the draft that an idempotency key belongs to; undefined if the key is of no
 * draft. Only the portal’s own pages submit drafts.
 */
export function findDraftId({ caller, key }: Submitter): string | undefined {
  return caller.sessionId !== null && typeof key === 'string' ? draftOfKey(key) : undefined;
}
