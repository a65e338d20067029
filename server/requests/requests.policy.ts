import type { RequestState } from '#contract/portal/requests.ts';
import type { Caller } from '#server/auth/caller.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { isWithin, toScope } from '#server/records/records.policy.ts';

import type { RequestRow } from './requests.store.ts';

/** From which states a request comes to each: by the partner to `sent`, else by the operator. */
const statesBefore: Readonly<Record<RequestState, readonly RequestState[]>> = {
  open: [],
  sent: ['open', 'returned', 'sent'],
  returned: ['sent'],
  done: ['open', 'sent', 'returned'],
  withdrawn: ['open', 'sent', 'returned'],
};

const descriptions: Readonly<Record<RequestState, string>> = {
  open: 'has not been answered',
  sent: 'has been answered',
  returned: 'has been returned',
  done: 'is done',
  withdrawn: 'was withdrawn',
};

/**
 * Asserts that a request can come to a state.
 * @throws ApiError 409
 */
export function assertCanBecome(next: RequestState, { state }: { readonly state: RequestState }) {
  if (!statesBefore[next].includes(state))
    throw new ApiError('request-state-conflict', `This request ${descriptions[state]}.`);
}

/** Returns whether a reader of a request may read the lead, which can be another contact’s. */
export function canReadLead(row: RequestRow, caller: Caller): boolean {
  const { lead_partner_id: partner_id, lead_contact_id: contact_id } = row;
  if (partner_id === null || contact_id === null) return false;
  return isWithin(toScope(caller), { partner_id, contact_id });
}
