import type { OperatorRequest } from '#contract/operator/requests.ts';
import type { LenderRequest } from '#contract/portal/requests.ts';
import type { Caller } from '#server/auth/caller.ts';

import { canReadLead } from './requests.policy.ts';
import type { RequestRow } from './requests.store.ts';

/**
 * Returns a request as the partner’s people and support read it: its lead and files only if they
 * may read the lead.
 */
export function presentRequest(row: RequestRow, caller: Caller): LenderRequest {
  const isLeadVisible = canReadLead(row, caller);
  return {
    id: row.id,
    state: row.state,
    asked: presentRequestedItem(row),
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

function presentRequestedItem(row: RequestRow): LenderRequest['asked'] {
  if (row.kind === 'document') return { kind: row.kind, documentType: row.document_type ?? '' };
  return row.kind === 'question'
    ? { kind: row.kind }
    : { kind: row.kind, fieldNames: [...row.field_names] };
}

/** Returns a request as the operator reads it. */
export function presentForOperator(row: RequestRow): OperatorRequest {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    fields: {
      recordType: row.record_type,
      recordId: row.record_id,
      brokerId: row.partner_id,
      brokerRepId: row.contact_id,
      kind: row.kind,
      documentType: row.document_type,
      fieldNames: [...row.field_names],
      text: row.text,
      dueDate: row.due_on,
      state: row.state,
      answer: row.answer,
      reason: row.reason,
      attachmentIds: row.files.filter(({ isUnsent }) => !isUnsent).map(({ id }) => id),
    },
  };
}
