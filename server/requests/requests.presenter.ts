import type { OperatorRequest } from '#contract/operator/requests.ts';
import type { LenderRequest, WaitingRequests } from '#contract/portal/requests.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { HomeRow } from '#server/home/home.store.ts';
import { isWithin, toScope } from '#server/records/records.policy.ts';

import type { RequestRow } from './requests.store.ts';

/** Returns a request as the partner’s people and support read it. */
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
    snooze: row.is_snoozed && { until: row.snoozed_until?.toISOString() ?? null },
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

/** Returns a request that waits, with its record; only support reads the partner. */
export function presentWaiting(
  row: RequestRow,
  records: readonly HomeRow[],
  caller: Caller,
): WaitingRequests['requests'] {
  const record = records.find(({ id }) => id === row.record_id);
  if (!record) return [];
  const { id, name, company, contact_name: contact } = record;
  const partner = { id: record.partner_id, name: record.partner_name };
  return [
    {
      ...presentRequest(row, caller),
      record: {
        type: row.record_type,
        id,
        name,
        company,
        contact: { id: row.contact_id, name: contact },
        partner: caller.role === 'support' ? partner : null,
      },
    },
  ];
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
      attachmentIds: row.files.map(({ id }) => id),
    },
  };
}
