import type { FastifyInstance } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import type { OperatorCaller } from '#server/auth/caller.ts';
import { presentDeal } from '#server/deals/deals.presenter.ts';
import { requireFound } from '#server/errors/api-error.ts';
import { sendOrNotModified } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { presentLead } from '#server/leads/leads.presenter.ts';
import type { Reader } from '#server/records/list/list-request.ts';
import { readListPage } from '#server/records/list/paging.ts';
import { getListedPartner } from '#server/records/records.policy.ts';
import { findRecord, type LeadRow } from '#server/records/records.store.ts';

import type { OperatorDeps } from './operations.ts';

/** Registers the operator’s endpoints to list and read leads and deals. */
export function operatorRecordRoutes(
  app: FastifyInstance,
  { database, linksOf }: OperatorDeps,
): void {
  const { db } = database;
  const presented = (lead: LeadRow) => presentLead(lead, linksOf(lead.id));

  route(app, operator.listLeads, async (call) =>
    (await readListPage(database, 'leads', call, toOperatorReader(call))).map(presented),
  );

  route(app, operator.readLead, async (call) => {
    const lead = requireFound(await findRecord(db, 'leads', call.params.id), 'lead');
    return sendOrNotModified(call, presented(lead));
  });

  route(app, operator.listDeals, async (call) =>
    (await readListPage(database, 'deals', call, toOperatorReader(call))).map(presentDeal),
  );

  route(app, operator.readDeal, async (call) => {
    const deal = requireFound(await findRecord(db, 'deals', call.params.id), 'deal');
    return sendOrNotModified(call, presentDeal(deal));
  });
}

/** Returns the reader of a list: of all partners’ records, or of one’s. */
function toOperatorReader({
  caller,
  query: { partnerId },
}: {
  readonly caller: OperatorCaller;
  readonly query: { readonly partnerId?: string | undefined };
}): Reader {
  const listed = getListedPartner(caller, partnerId);
  const scope = listed === undefined ? { everything: true as const } : { partnerId: listed };
  return { scope, readerId: caller.keyId };
}
