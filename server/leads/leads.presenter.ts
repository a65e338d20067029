import {
  leadResponseFields,
  type Lead,
  type LeadResponseFields,
} from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import {
  convertedNames,
  leadSources,
  presentLeadValue,
  type StoredFields,
} from '#server/records/lead-values.ts';
import type { LeadRow } from '#server/records/record-types.ts';

import type { LeadLinks } from './lead-links.ts';

const empty = emptyResponse(leadResponseFields);

/**
 * Returns a lead as the API responds with it: every field of the contract, with or without a value.
 */
export function presentLead(row: LeadRow, links: LeadLinks): Lead {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    fields: {
      ...empty,
      ...links,
      leadSource: leadSources[row.created_via],
      ...row.operator_fields,
      ...presentFields(row.fields),
      status: row.status,
      subStatus: row.sub_status,
      statusSinceDate: row.status_since.toISOString(),
      subStatusSinceDate: row.sub_status_since.toISOString(),
      lastActivityDate: row.last_activity_at?.toISOString() ?? null,
      lastCallDate: row.last_call_at?.toISOString() ?? null,
      numberOfCallsMade: row.calls_made,
      convertedDealId: row.converted_deal_id ?? '',
      brokerId: row.partner_id,
      brokerRepId: row.contact_id,
      broker: { id: row.partner_id, name: row.partner_name },
      brokerRep: {
        id: row.contact_id,
        firstName: row.contact_first_name,
        lastName: row.contact_last_name,
      },
    },
  };
}

/** Returns the stored fields for a response. */
function presentFields(stored: StoredFields): Partial<LeadResponseFields> {
  const fields: Record<string, unknown> = { ...stored };
  for (const name of convertedNames)
    if (name in stored) fields[name] = presentLeadValue(name, stored[name]);
  return fields;
}
