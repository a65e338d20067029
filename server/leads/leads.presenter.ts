import {
  type Lead,
  type LeadLinks,
  leadResponseFields,
  type LeadResponseFields,
} from '#contract/v1/lead-records.ts';
import { emptyResponse } from '#contract/v1/records.ts';
import type { Config } from '#server/config/config.ts';
import {
  convertedNames,
  leadSources,
  presentLeadValue,
} from '#server/records/lead-values.presenter.ts';
import { presentRecord } from '#server/records/records.presenter.ts';
import type { StoredFields, LeadRow } from '#server/records/records.store.ts';

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

/**
 * Returns a function that makes a lead’s links from the operator’s templates; without a
 * template, a link is the lead’s own page in the portal (design, section 3).
 */
export function leadLinks(config: Config, publicUrl: string): (leadId: string) => LeadLinks {
  return linksFrom(config, `${publicUrl}/leads/{leadId}`);
}

/**
 * Returns a function that makes the links of a lead that its client can open: without a template,
 * there is none.
 */
export const clientLinks = (config: Config): ((leadId: string) => LeadLinks) =>
  linksFrom(config, '');

function linksFrom(config: Config, otherwise: string): (leadId: string) => LeadLinks {
  return (leadId) => ({
    bankStatementsUpdateLink: filled(config.bankStatementsLink ?? otherwise, leadId),
    applicationLink: filled(config.applicationLink ?? otherwise, leadId),
  });
}

const filled = (template: string, leadId: string) => template.replaceAll('{leadId}', leadId);
