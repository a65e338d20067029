import type { RecordRow } from './records.store.ts';

/** Returns the response of a record, with the fields that only leads or only deals have. */
export function presentRecord<Fields extends object>(row: RecordRow, fields: Fields) {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    fields: {
      ...fields,
      status: row.status,
      subStatus: row.sub_status,
      statusSinceDate: row.status_since.toISOString(),
      subStatusSinceDate: row.sub_status_since.toISOString(),
      lastActivityDate: row.last_activity_at?.toISOString() ?? null,
      lastCallDate: row.last_call_at?.toISOString() ?? null,
      numberOfCallsMade: row.calls_made,
      broker: { id: row.partner_id, name: row.partner_name },
      brokerRep: {
        id: row.contact_id,
        firstName: row.contact_first_name,
        lastName: row.contact_last_name,
      },
    },
  };
}
