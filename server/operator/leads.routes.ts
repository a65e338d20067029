import type { FastifyInstance } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import { isUnchanged } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { presentLead } from '#server/leads/leads.presenter.ts';
import { readListPage } from '#server/records/list/paging.ts';
import { findRecord } from '#server/records/record.store.ts';

import type { OperatorDeps } from './operator-deps.ts';
import { requireFound, toOperatorReader } from './operator.policy.ts';

/** Registers the operator’s endpoints to list, read and change leads. */
export function operatorLeadRoutes(
  app: FastifyInstance,
  { database, linksOf }: OperatorDeps,
): void {
  route(app, operator.listLeads, async (call) => {
    const rows = await readListPage(database, 'leads', call, toOperatorReader(call));
    return rows.map((row) => presentLead(row, linksOf(row.id)));
  });

  route(app, operator.readLead, async ({ params, request, reply }) => {
    const lead = requireFound(await findRecord(database.db, 'leads', params.id), 'lead');
    const response = presentLead(lead, linksOf(lead.id));
    if (isUnchanged(request, reply, response)) return reply.code(304).send();
    return response;
  });
}
