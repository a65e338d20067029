import type { LenderRequest, RequestState } from '#contract/portal/requests.ts';
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

/**
 * Returns a request as the partner’s people and support read it: its lead and files only if they
 * may read the lead.
 */
export function presentRequest(row: RequestRow, caller: Caller): LenderRequest {
  const isLeadVisible = canReadLead(row, caller);
  return {
    id: row.id,
    state: row.state,
    asked: presentAsked(row),
    text: row.text,
    dueDate: row.due_on,
    leadId: isLeadVisible ? row.lead_id : null,
    answer: row.answer,
    reason: row.reason,
    files: isLeadVisible ? [...row.files] : [],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function presentAsked(row: RequestRow): LenderRequest['asked'] {
  if (row.kind === 'document') return { kind: row.kind, documentType: row.document_type ?? '' };
  return row.kind === 'question'
    ? { kind: row.kind }
    : { kind: row.kind, fieldNames: [...row.field_names] };
}

/** Returns whether a reader of a request may read the lead, which can be another contact’s. */
function canReadLead(row: RequestRow, caller: Caller): boolean {
  const { lead_partner_id: partner_id, lead_contact_id: contact_id } = row;
  if (partner_id === null || contact_id === null) return false;
  return isWithin(toScope(caller), { partner_id, contact_id });
}
