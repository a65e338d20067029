import { operator } from '#contract/operator/endpoints.ts';
import type { RequestState } from '#contract/portal/requests.ts';
import { listsByType, type RecordType } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldError, requireFound } from '#server/errors/api-error.ts';
import { assertMatch, computeEtag } from '#server/http/preconditions.ts';
import { findLeadOfDeal } from '#server/leads/leads.store.ts';
import { lockRecord } from '#server/records/records.store.ts';
import { insertRequest, updateRequest } from '#server/requests/request-changes.store.ts';
import { assertCanBecome } from '#server/requests/requests.policy.ts';
import { presentForOperator } from '#server/requests/requests.presenter.ts';
import { findRequest, lockRequest } from '#server/requests/requests.store.ts';

import { isSame } from './changes.rules.ts';
import type { Operations } from './operations.ts';
import { isInScope } from './operator.policy.ts';

/** The operations on requests. */
export const requestOperations: Operations<'createRequest' | 'updateRequest'> = {
  createRequest: async (tx, { caller, bodyOf }) => {
    const { fields } = bodyOf(operator.createRequest);
    const { recordType, recordId, kind } = fields;
    const table = listsByType[recordType];
    const isKnown = await isInScope(tx, caller, table, recordId);
    const record = isKnown ? await lockRecord(tx, table, recordId) : undefined;
    if (!record) throw fieldError('recordId', `This ${recordType} doesn’t exist.`);
    const leadId = await leadFinders[recordType](tx, recordId);
    if (leadId === null && kind !== 'question')
      throw fieldError('kind', 'This deal has no lead, so ask a question.');
    const request = {
      record_type: recordType,
      record_id: recordId,
      lead_id: leadId,
      partner_id: record.partner_id,
      contact_id: record.contact_id,
      kind,
      ...(kind === 'document' && { document_type: fields.documentType }),
      ...(kind === 'correction' && { field_names: fields.fieldNames }),
      text: fields.text ?? '',
      due_on: fields.dueDate ?? null,
    };
    const id = await insertRequest(tx, request, caller.keyId);
    return { id, response: { id } };
  },

  updateRequest: async (tx, { caller, id, ifMatch, bodyOf }) => {
    const request = requireFound(await lockRequest(tx, id), 'request');
    assertMatch(ifMatch, presentForOperator(request));
    const { fields } = bodyOf(operator.updateRequest);
    const change: { state: RequestState; reason?: string } = {
      state: fields.state,
      ...(fields.state === 'returned' && { reason: fields.reason ?? '' }),
    };
    if (!isSame(change, { ...request })) {
      assertCanBecome(change.state, request);
      const by = { updated_by: caller.keyId, updated_via: 'operator' } as const;
      await updateRequest(tx, id, { ...change, ...by });
    }
    const response = presentForOperator((await findRequest(tx, id)) ?? request);
    return { id, etag: computeEtag(response), response };
  },
};

/** For each type: returns the id of the lead that a request on a record is about, or null. */
const leadFinders: Readonly<Record<RecordType, (tx: Db, id: string) => Promise<string | null>>> = {
  lead: async (_tx, id) => id,
  deal: async (tx, id) => (await findLeadOfDeal(tx, id, { everything: true }))?.id ?? null,
};
