import { type DealChanges, operator } from '#contract/operator/endpoints.ts';
import { newDealStatus } from '#contract/v1/values.ts';
import type { OperatorCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { presentDeal } from '#server/deals/deals.presenter.ts';
import { type DealState, insertDeal, updateDealState } from '#server/deals/deals.store.ts';
import { fieldError, requireFound } from '#server/errors/api-error.ts';
import { assertMatch, computeEtag } from '#server/http/preconditions.ts';
import { findContact } from '#server/partners/partners.store.ts';
import type { Owned } from '#server/records/records.policy.ts';
import { findRecord, lockRecord } from '#server/records/records.store.ts';

import { callOperation } from './call-operation.ts';
import { changedOperatorFields, isSame, subStatusError } from './changes.rules.ts';
import type { Operations } from './operations.ts';
import { isInScope } from './operator.policy.ts';

/** The operations on deals. */
export const dealOperations: Operations<'createDeal' | 'updateDeal' | 'recordDealCall'> = {
  createDeal: async (tx, { caller, bodyOf }) => {
    const { brokerRepId, ...fields } = bodyOf(operator.createDeal).fields;
    const empty = {
      ...(await requireContact(tx, caller, brokerRepId ?? '')),
      name: '',
      amount: null,
      status: newDealStatus.status,
      sub_status: newDealStatus.subStatus,
      operator_fields: {},
    };
    const id = await insertDeal(tx, changedDeal(empty, fields), caller.keyId);
    return { id, response: { id } };
  },

  updateDeal: async (tx, { caller, id, ifMatch, bodyOf }) => {
    const deal = requireFound(await lockRecord(tx, 'deals', id), 'deal');
    assertMatch(ifMatch, presentDeal(deal));
    const { brokerRepId, ...fields } = bodyOf(operator.updateDeal).fields;
    const owner = brokerRepId ? await requireContact(tx, caller, brokerRepId, deal.partner_id) : {};
    const change = { ...changedDeal(deal, fields), ...owner };
    if (!isSame(change, deal)) await updateDealState(tx, id, change, caller.keyId);
    const response = presentDeal((await findRecord(tx, 'deals', id)) ?? deal);
    return { id, etag: computeEtag(response), response };
  },

  recordDealCall: callOperation('deals', operator.recordDealCall, presentDeal),
};

/**
 * Returns a deal after a change.
 * @throws ApiError 400 when its status doesn’t have its sub-status
 */
export function changedDeal(
  deal: DealState,
  { status, subStatus, name, amount, ...fields }: Omit<DealChanges, 'brokerRepId'>,
): DealState {
  const next = {
    partner_id: deal.partner_id,
    contact_id: deal.contact_id,
    name: name ?? deal.name,
    amount: amount === undefined ? deal.amount : (amount?.toFixed(2) ?? null),
    status: status ?? deal.status,
    sub_status: subStatus ?? deal.sub_status,
    operator_fields: changedOperatorFields(deal.operator_fields, fields),
  };
  const error = subStatusError(next.status, next.sub_status);
  if (error !== undefined) throw fieldError('subStatus', error);
  return next;
}

/**
 * Returns the contact as the owner of a deal.
 * @throws ApiError 400 when there is no such contact, or none of the deal’s partner
 */
async function requireContact(
  tx: Db,
  caller: OperatorCaller,
  contactId: string,
  partnerId?: string,
): Promise<Owned> {
  const contact = await findContact(tx, contactId);
  if (!contact || !(await isInScope(tx, caller, 'contacts', contactId)))
    throw fieldError('brokerRepId', 'This contact doesn’t exist.');
  if (partnerId !== undefined && contact.partner_id !== partnerId)
    throw fieldError('brokerRepId', 'A deal stays with its partner. Send one of its contacts.');
  return { partner_id: contact.partner_id, contact_id: contact.id };
}
