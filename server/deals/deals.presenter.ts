import { dealResponseFields, type Deal } from '#contract/v1/deals.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import type { DealRow } from '#server/records/record-types.ts';

const empty = emptyResponse(dealResponseFields);

/**
 * Returns a deal as the API responds with it: every field of the contract, with or without a value.
 */
export function presentDeal(row: DealRow): Deal {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    fields: {
      ...empty,
      ...row.operator_fields,
      name: row.name,
      amount: row.amount ?? '',
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
