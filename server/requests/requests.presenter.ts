import type { OperatorRequest } from '#contract/operator/requests.ts';

import type { RequestRow } from './requests.store.ts';

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
