import type { ContactCaller } from '#server/auth/caller.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { assertCanBecome, canReadLead } from '#server/requests/requests.policy.ts';
import type { RequestRow } from '#server/requests/requests.store.ts';

/**
 * Returns the lead whose files a client can send for a request.
 * @throws ApiError 409 if it asks for no documents or has ended, 403 if the lead is not theirs
 */
export function getLeadToSendTo(row: RequestRow, caller: ContactCaller): string {
  assertCanBecome('sent', row);
  if (row.kind !== 'document' || row.lead_id === null)
    throw new ApiError(
      'request-state-conflict',
      'This request asks for no documents, so there’s no link for the client.',
    );
  if (!canReadLead(row, caller))
    throw new ApiError('no-access', 'The lead with these files is another contact’s.');
  return row.lead_id;
}
