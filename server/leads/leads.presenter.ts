import type { LeadLinks } from '#contract/v1/lead-records.ts';
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
import { presentRecord } from '#server/records/present-record.ts';
import type { LeadRow } from '#server/records/record-types.ts';

const empty = emptyResponse(leadResponseFields);

/**
 * Returns a lead as the API responds with it: every field of the contract, with or without a value.
 */
export function presentLead(row: LeadRow, links: LeadLinks): Lead {
  return presentRecord(row, {
    ...empty,
    ...links,
    leadSource: leadSources[row.created_via],
    ...row.operator_fields,
    ...presentFields(row.fields),
    convertedDealId: row.converted_deal_id ?? '',
    brokerId: row.partner_id,
    brokerRepId: row.contact_id,
  });
}

/** Returns the stored fields for a response. */
function presentFields(stored: StoredFields): Partial<LeadResponseFields> {
  const fields: Record<string, unknown> = { ...stored };
  for (const name of convertedNames)
    if (name in stored) fields[name] = presentLeadValue(name, stored[name]);
  return fields;
}
