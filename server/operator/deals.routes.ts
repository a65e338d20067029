import type { FastifyInstance } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import { presentDeal } from '#server/deals/deals.presenter.ts';
import { findDeal, listDeals } from '#server/deals/deals.store.ts';
import { isUnchanged } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { readCursor, sendPaging } from '#server/records/list/paging.ts';

import type { OperatorDeps } from './operator-deps.ts';
import { requireFound, scopeOf } from './operator.policy.ts';

/** Registers the operator’s endpoints to list, read, create and change deals. */
export function operatorDealRoutes(app: FastifyInstance, { database }: OperatorDeps): void {
  route(app, operator.listDeals, async ({ caller, query, request, reply }) => {
    const position = readCursor(query);
    const page = await listDeals(database, {
      ...query,
      scope: scopeOf(query),
      readerId: caller.keyId,
      position,
    });
    sendPaging(request, reply, query, page);
    return page.rows.map(presentDeal);
  });

  route(app, operator.readDeal, async ({ params, request, reply }) => {
    const response = presentDeal(requireFound(await findDeal(database.db, params.id), 'deal'));
    if (isUnchanged(request, reply, response)) return reply.code(304).send();
    return response;
  });
}
