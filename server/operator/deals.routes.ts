import type { FastifyInstance } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import { presentDeal } from '#server/deals/deals.presenter.ts';
import { isUnchanged } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { readListPage } from '#server/records/list/paging.ts';
import { findRecord } from '#server/records/record.store.ts';

import type { OperatorDeps } from './operator-deps.ts';
import { requireFound, toOperatorReader } from './operator.policy.ts';

/** Registers the operator’s endpoints to list, read, create and change deals. */
export function operatorDealRoutes(app: FastifyInstance, { database }: OperatorDeps): void {
  route(app, operator.listDeals, async (call) =>
    (await readListPage(database, 'deals', call, toOperatorReader(call))).map(presentDeal),
  );

  route(app, operator.readDeal, async ({ params, request, reply }) => {
    const response = presentDeal(
      requireFound(await findRecord(database.db, 'deals', params.id), 'deal'),
    );
    if (isUnchanged(request, reply, response)) return reply.code(304).send();
    return response;
  });
}
