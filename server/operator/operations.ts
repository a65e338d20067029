import type * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { type DealChanges, type OperationName, operator } from '#contract/operator/endpoints.ts';
import { convertedLeadStatus, newDealStatus } from '#contract/v1/values.ts';
import { type Origin, recordAct } from '#server/audit/audit.store.ts';
import type { OperatorCaller } from '#server/auth/caller.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { readTime } from '#server/db/database-clock.ts';
import { presentDeal } from '#server/deals/deals.presenter.ts';
import { type DealState, insertDeal, updateDealState } from '#server/deals/deals.store.ts';
import { ApiError, fieldError, requireFound } from '#server/errors/api-error.ts';
import { assertMatch, computeEtag } from '#server/http/preconditions.ts';
import { presentLead } from '#server/leads/leads.presenter.ts';
import { findContact } from '#server/partners/partners.store.ts';
import type { Owned } from '#server/records/records.policy.ts';
import {
  findRecord,
  type LeadRow,
  lockRecord,
  recordCall,
  type RecordTable,
  recordTypes,
  type Rows,
  updateByOperator,
} from '#server/records/records.store.ts';

import { changedOperatorFields, isSame, subStatusError, timeOfCall } from './changes.rules.ts';
import { isInScope } from './operator.policy.ts';

/** The dependencies of the operator’s endpoints. */
export interface OperatorDeps {
  readonly database: Database;
  /** Returns the links of a lead for which the operator has set none. */
  readonly linksOf: (leadId: string) => Parameters<typeof presentLead>[1];
}

/** A change that the operator requests, in a request of its own or in a batch. */
export interface OperationCall {
  readonly caller: OperatorCaller;
  readonly origin: Origin;
  /** The id in the path; empty where the path has none. */
  readonly id: string;
  readonly ifMatch: string | undefined;
  /**
   * Returns the body, parsed.
   * @throws ApiError 400
   */
  readonly bodyOf: <S extends z.ZodMiniType>(
    endpoint: Endpoint & { readonly body: S },
  ) => z.output<S>;
}

/** The result of a change. */
export interface OperationOutcome<Response> {
  /** The id of the record that was created or changed. */
  readonly id: string;
  readonly etag?: string;
  readonly response: Response;
}

/** Makes a change, with `tx` for all its queries. */
export type Operation<Response> = (
  tx: Db,
  call: OperationCall,
) => Promise<OperationOutcome<Response>>;

/** Makes a change and records it in the audit trail. */
export async function runRecorded<Response>(
  tx: Db,
  call: OperationCall,
  { name, run }: { readonly name: OperationName; readonly run: Operation<Response> },
): Promise<OperationOutcome<Response>> {
  const result = await run(tx, call);
  const subject = { type: 'record', id: result.id };
  const details = { operation: name };
  await recordAct(tx, { ...call.origin, act: 'operator-change', subject, details });
  return result;
}

/** Operations by name, each with the response of its endpoint. */
export type Operations<Name extends OperationName = OperationName> = {
  readonly [N in Name]: Operation<z.input<(typeof operator)[N]['response']>>;
};

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

/** Returns the operation that records a call about a record. */
function callOperation<Table extends RecordTable, Response extends { readonly fields: object }>(
  table: Table,
  endpoint: typeof operator.recordLeadCall | typeof operator.recordDealCall,
  present: (row: Rows[Table]) => Response,
): Operation<Response['fields']> {
  return async (tx, { caller, id, ifMatch, bodyOf }) => {
    const record = requireFound(await lockRecord(tx, table, id), recordTypes[table].name);
    assertMatch(ifMatch, present(record));
    const at = timeOfCall(await readTime(tx), bodyOf(endpoint).at);
    await recordCall(tx, table, { id, keyId: caller.keyId }, at);
    return { id, response: present((await findRecord(tx, table, id)) ?? record).fields };
  };
}

/**
 * Returns a deal after a change.
 * @throws ApiError 400 when its status doesn’t have its sub-status
 */
function changedDeal(
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
