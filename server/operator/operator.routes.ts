import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { type OperationName, operationNames, operator } from '#contract/operator/endpoints.ts';
import { getOrigin } from '#server/audit/audit.store.ts';
import type { OperatorCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { presentDeal } from '#server/deals/deals.presenter.ts';
import { requireFound } from '#server/errors/api-error.ts';
import { parseBody } from '#server/http/parsing.ts';
import { sendOrNotModified } from '#server/http/preconditions.ts';
import { route } from '#server/http/routes.ts';
import { echoKey, withIdempotency } from '#server/idempotency/idempotency.ts';
import { presentLead } from '#server/leads/leads.presenter.ts';
import type { Reader } from '#server/records/list/list-request.ts';
import { readListPage } from '#server/records/list/paging.ts';
import { getListedPartner } from '#server/records/records.policy.ts';
import { findRecord, type LeadRow } from '#server/records/records.store.ts';

import { batchRoutes } from './batch.routes.ts';
import {
  dealOperations,
  leadOperations,
  type Operation,
  type OperationCall,
  type Operations,
  type OperatorDeps,
  runRecorded,
} from './operations.ts';
import { operatorPartnerRoutes, partnerOperations } from './partners.routes.ts';
import { operatorRequestRoutes, requestOperations } from './requests.routes.ts';

/** Registers the endpoints under `/operator/v1`, for programs of the operator. */
export function operatorRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  operatorRecordRoutes(app, deps);
  operatorRequestRoutes(app, deps);
  operatorPartnerRoutes(app, deps);
  const operations = makeOperations(deps);
  for (const name of operationNames)
    operationRoute(app, deps.database.db, operator[name], { name, run: operations[name] });
  batchRoutes(app, deps.database.db, operations);
}

/** Registers the operator’s endpoints to list and read leads and deals. */
function operatorRecordRoutes(app: FastifyInstance, { database, linksOf }: OperatorDeps): void {
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

/** Returns all operations. */
function makeOperations(deps: OperatorDeps): Operations {
  return { ...leadOperations(deps), ...dealOperations, ...requestOperations, ...partnerOperations };
}

type OperationEndpoint = Endpoint & { readonly auth: 'operator'; readonly response: z.ZodMiniType };

function operationRoute(
  app: FastifyInstance,
  db: Db,
  endpoint: OperationEndpoint,
  operation: { readonly name: OperationName; readonly run: Operation<object> },
): void {
  route(app, endpoint, async ({ caller, params, request, reply }) => {
    const { id = '' }: Readonly<Record<string, string>> = params;
    const call: OperationCall = {
      caller,
      origin: getOrigin(caller, request),
      id,
      ifMatch: request.headers['if-match'],
      bodyOf: (of) => parseBody(of, request),
    };
    if (endpoint.idempotent) {
      const body = Buffer.isBuffer(request.body) ? request.body.toString('base64') : '';
      const keyed = { endpoint, caller, request, content: `${id} ${body}` };
      const response = await withIdempotency(
        db,
        keyed,
        async (tx) => (await runRecorded(tx, call, operation)).response,
      );
      echoKey(request, reply);
      return response;
    }
    const { response, etag } = await db
      .transaction()
      .execute(async (tx) => runRecorded(tx, call, operation));
    if (etag !== undefined) reply.header('etag', etag);
    return response;
  });
}
