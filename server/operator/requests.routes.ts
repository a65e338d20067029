import type { FastifyInstance } from 'fastify';

import { operator } from '#contract/operator/endpoints.ts';
import { requireFound } from '#server/errors/api-error.ts';
import { sendOrNotModified } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { getListedPartner } from '#server/records/records.policy.ts';
import { presentForOperator } from '#server/requests/requests.presenter.ts';
import { findRequest, listRequests } from '#server/requests/requests.store.ts';

import type { OperatorDeps } from './operations.ts';
import { isInScope, wrongCursor } from './operator.policy.ts';

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
