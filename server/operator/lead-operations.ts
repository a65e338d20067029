import { operator } from '#contract/operator/endpoints.ts';
import { convertedLeadStatus, newDealStatus } from '#contract/v1/values.ts';
import { insertDeal } from '#server/deals/deals.store.ts';
import { ApiError, fieldError, requireFound } from '#server/errors/api-error.ts';
import { assertMatch, computeEtag } from '#server/http/preconditions.ts';
import { presentLead } from '#server/leads/leads.presenter.ts';
import {
  findRecord,
  type LeadRow,
  lockRecord,
  updateByOperator,
} from '#server/records/records.store.ts';

import { callOperation } from './call-operation.ts';
import { changedOperatorFields, isSame } from './changes.rules.ts';
import { changedDeal } from './deal-operations.ts';
import type { Operations, OperatorDeps } from './operations.ts';

/** Returns the operations on leads. */
export function leadOperations({
  linksOf,
}: OperatorDeps): Operations<'updateLead' | 'convertLead' | 'recordLeadCall'> {
  const presented = (lead: LeadRow) => presentLead(lead, linksOf(lead.id));
  return {
    updateLead: async (tx, { caller: { keyId }, id, ifMatch, bodyOf }) => {
      const lead = requireFound(await lockRecord(tx, 'leads', id), 'lead');
      assertMatch(ifMatch, presented(lead));
      const { status, subStatus, ...fields } = bodyOf(operator.updateLead).fields;
      const change = {
        status: status ?? lead.status,
        sub_status: subStatus ?? lead.sub_status,
        operator_fields: changedOperatorFields(lead.operator_fields, fields),
      };
      if (change.status !== lead.status && change.status !== convertedLeadStatus.status)
        assertNotConverted(lead);
      if (!isSame(change, lead)) await updateByOperator(tx, 'leads', { id, keyId }, change);
      const response = presented((await findRecord(tx, 'leads', id)) ?? lead);
      return { id, etag: computeEtag(response), response };
    },

    convertLead: async (tx, { caller: { keyId }, id, ifMatch, bodyOf }) => {
      const lead = requireFound(await lockRecord(tx, 'leads', id), 'lead');
      assertMatch(ifMatch, presented(lead));
      const { fields } = bodyOf(operator.convertLead);
      assertNotConverted(lead);
      const deal = changedDeal(dealOfLead(lead), fields);
      // A lead whose person was erased has no company name.
      if (deal.name === '') throw fieldError('name', 'Send a name: the lead has none.');
      const dealId = await insertDeal(tx, deal, keyId);
      const { status, subStatus } = convertedLeadStatus;
      const change = {
        status,
        sub_status: subStatus,
        operator_fields: lead.operator_fields,
        converted_deal_id: dealId,
      };
      await updateByOperator(tx, 'leads', { id, keyId }, change);
      return { id: dealId, response: { dealId } };
    },

    recordLeadCall: callOperation('leads', operator.recordLeadCall, presented),
  };
}

/**
 * Asserts that a lead has not become a deal.
 * @throws ApiError 409
 */
function assertNotConverted({ converted_deal_id: dealId }: LeadRow): void {
  if (dealId !== null)
    throw new ApiError(
      'already-converted',
      `This lead was already converted. Its deal is ${dealId}.`,
    );
}

/** Fields that the deal of a converted lead has from the lead, unless the operator sets them. */
const inherited = ['callClientOrBroker', 'callOnBehalfOf', 'partnerLeadReferenceId'] as const;

/** Returns the deal of a lead before the operator’s fields are set. */
function dealOfLead({ partner_id: partnerId, contact_id: contactId, fields }: LeadRow) {
  const { companyName, amountRequested } = fields;
  return {
    partner_id: partnerId,
    contact_id: contactId,
    name: typeof companyName === 'string' ? companyName : '',
    amount: typeof amountRequested === 'number' ? amountRequested.toFixed(2) : null,
    status: newDealStatus.status,
    sub_status: newDealStatus.subStatus,
    operator_fields: Object.fromEntries(
      inherited.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])),
    ),
  };
}
