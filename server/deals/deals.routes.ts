import type { FastifyInstance } from 'fastify';

import { dealEndpoints } from '#contract/portal/deals.ts';
import { listCountEndpoints } from '#contract/portal/list-counts.ts';
import { v1 } from '#contract/v1/endpoints.ts';
import type { Database } from '#server/db/connect.ts';
import { isUnchanged } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { findLeadOfDeal } from '#server/leads/leads.store.ts';
import { countByStatus } from '#server/records/list/list-counts.store.ts';
import { readCursor, sendPaging } from '#server/records/list/paging.ts';
import { requireVisible, scopeOf } from '#server/records/records.policy.ts';

import { presentDeal } from './deals.presenter.ts';
import { findDeal, listDeals } from './deals.store.ts';

/**
 * Registers the endpoints to list and read deals, and to read the lead of a deal. Only the
 * operator’s side creates deals.
 */
export function dealRoutes(app: FastifyInstance, database: Database): void {
  const { db } = database;
  route(app, v1.listDeals, async ({ caller, query, request, reply }) => {
    const page = await listDeals(database, {
      ...query,
      scope: scopeOf(caller),
      readerId: caller.accountId,
      position: readCursor(query),
    });
    sendPaging(request, reply, query, page);
    return page.rows.map(presentDeal);
  });

  route(app, listCountEndpoints.countDeals, async ({ caller, query }) => {
    const request = { ...query, scope: scopeOf(caller), readerId: caller.accountId };
    return { counts: await countByStatus(db, 'deals', request) };
  });

  route(app, v1.readDeal, async ({ caller, params, request, reply }) => {
    const deal = requireVisible(caller, await findDeal(db, params.id), 'deal');
    const response = presentDeal(deal);
    if (isUnchanged(request, reply, response)) return reply.code(304).send();
    return response;
  });

  route(app, dealEndpoints.readDealLead, async ({ caller, params }) => {
    const deal = requireVisible(caller, await findDeal(db, params.id), 'deal');
    return { lead: (await findLeadOfDeal(db, deal.id, scopeOf(caller))) ?? null };
  });
}
