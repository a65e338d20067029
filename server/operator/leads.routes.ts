import type { FastifyInstance } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import { isUnchanged } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { presentLead } from '#server/leads/leads.presenter.ts';
import { findLead, listLeads } from '#server/leads/leads.store.ts';
import { readCursor, sendPaging } from '#server/records/list/paging.ts';

import type { OperatorDeps } from './operator-deps.ts';
import { requireFound, scopeOf } from './operator.policy.ts';

/** Registers the operator’s endpoints to list, read and change leads. */
export function operatorLeadRoutes(
  app: FastifyInstance,
  { database, linksOf }: OperatorDeps,
): void {
  route(app, operator.listLeads, async ({ caller, query, request, reply }) => {
    const position = readCursor(query);
    const page = await listLeads(database, {
      ...query,
      scope: scopeOf(query),
      readerId: caller.keyId,
      position,
    });
    sendPaging(request, reply, query, page);
    return page.rows.map((row) => presentLead(row, linksOf(row.id)));
  });

  route(app, operator.readLead, async ({ params, request, reply }) => {
    const lead = requireFound(await findLead(database.db, params.id), 'lead');
    const response = presentLead(lead, linksOf(lead.id));
    if (isUnchanged(request, reply, response)) return reply.code(304).send();
    return response;
  });
}
