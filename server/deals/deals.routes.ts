import type { FastifyInstance } from 'fastify';

import { dealListEndpoints } from '#contract/portal/deal-list.ts';
import { dealEndpoints } from '#contract/portal/deals.ts';
import { listCountEndpoints } from '#contract/portal/list-counts.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { Database } from '#server/db/connect.ts';
import { sendOrNotModified } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { findLeadOfDeal } from '#server/leads/leads.store.ts';
import { findVisible } from '#server/records/find-visible.ts';
import { countByStatus } from '#server/records/list/list-counts.store.ts';
import { sumGroups } from '#server/records/list/list-groups.store.ts';
import { toReader } from '#server/records/list/list-request.ts';
import { readListPage } from '#server/records/list/paging.ts';
import type { ReadMarkers } from '#server/records/list/row-markers.ts';
import { toScope } from '#server/records/records.policy.ts';

import { presentDeal } from './deals.presenter.ts';

/**
 * Registers the endpoints to list and read deals, and to read the lead of a deal. Only the
 * operator’s side creates deals.
 */
export function dealRoutes(
  app: FastifyInstance,
  database: Database,
  readMarkers: ReadMarkers,
): void {
  const { db } = database;
  route(app, v1.listDeals, async (call) =>
    (await readListPage(database, 'deals', call, toReader(call.caller))).map(presentDeal),
  );

  route(app, dealListEndpoints.listMarkedDeals, async (call) => {
    const rows = await readListPage(database, 'deals', call, toReader(call.caller));
    const mark = await readMarkers('deals', rows, call.caller);
    return rows.map((row) => mark(presentDeal(row)));
  });

  route(app, listCountEndpoints.countDeals, async ({ caller, query }) => ({
    counts: await countByStatus(db, 'deals', { ...query, ...toReader(caller) }),
  }));

  route(app, listCountEndpoints.sumDeals, async ({ caller, query }) => ({
    groups: await sumGroups(db, 'deals', { ...query, ...toReader(caller) }),
  }));

  route(app, v1.readDeal, async (call) => {
    const deal = await findVisible(db, call.caller, 'deals', call.params.id);
    return sendOrNotModified(call, presentDeal(deal));
  });

  route(app, dealEndpoints.readDealLead, async ({ caller, params }) => {
    const deal = await findVisible(db, caller, 'deals', params.id);
    return { lead: (await findLeadOfDeal(db, deal.id, toScope(caller))) ?? null };
  });
}
