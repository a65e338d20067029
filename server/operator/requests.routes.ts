import type { FastifyInstance } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import type { RequestState } from '#contract/portal/requests.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError, fieldError, requireFound } from '#server/errors/api-error.ts';
import { assertMatch, computeEtag, sendOrNotModified } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { findLeadOfDeal } from '#server/leads/leads.store.ts';
import { getListedPartner } from '#server/records/records.policy.ts';
import { lockRecord } from '#server/records/records.store.ts';
import { insertRequest, updateRequest } from '#server/requests/request-changes.store.ts';
import { assertCanBecome } from '#server/requests/requests.policy.ts';
import { presentForOperator } from '#server/requests/requests.presenter.ts';
import {
  findRequest,
  findTable,
  listRequests,
  lockRequest,
} from '#server/requests/requests.store.ts';

import { isSame } from './changes.rules.ts';
import type { Operations, OperatorDeps } from './operations.ts';
import { isInScope } from './operator.policy.ts';

/** The operations on requests. */
export const requestOperations: Operations<'createRequest' | 'updateRequest'> = {
  createRequest: async (tx, { caller, bodyOf }) => {
    const { fields } = bodyOf(operator.createRequest);
    const { recordType, recordId, kind } = fields;
    const table = findTable(recordType);
    const isKnown = await isInScope(tx, caller, table, recordId);
    const record = isKnown ? await lockRecord(tx, table, recordId) : undefined;
    if (!record) throw fieldError('recordId', `This ${recordType} doesn’t exist.`);
    const leadId = recordType === 'lead' ? recordId : await findLeadId(tx, recordId);
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

/** Returns the id of the lead that became a deal; null if there is none. */
async function findLeadId(tx: Db, dealId: string): Promise<string | null> {
  return (await findLeadOfDeal(tx, dealId, { everything: true }))?.id ?? null;
}

const wrongCursor = new ApiError(
  'invalid-cursor',
  'cursor: Take the cursor from `next` of the page before, or leave it out.',
);

/** Registers the operator’s endpoints to list and read requests. */
export function operatorRequestRoutes(
  app: FastifyInstance,
  { database: { db } }: OperatorDeps,
): void {
  route(app, operator.listRequests, async ({ caller, query }) => {
    const { cursor } = query;
    const isKnown = async () =>
      (await isInScope(db, caller, 'requests', cursor)) && (await findRequest(db, cursor));
    if (cursor !== '' && !(await isKnown())) throw wrongCursor;
    const partnerId = getListedPartner(caller, query.partnerId);
    const { rows, hasMore } = await listRequests(db, { ...query, partnerId });
    const next = hasMore ? (rows.at(-1)?.id ?? null) : null;
    return { requests: rows.map(presentForOperator), next };
  });

  route(app, operator.readRequest, async (call) => {
    const found = requireFound(await findRequest(db, call.params.id), 'request');
    return sendOrNotModified(call, presentForOperator(found));
  });
}
