import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { operator } from '#contract/operator/endpoints.ts';
import { type OperationName, operationNames } from '#contract/operator/operations.ts';
import { getOrigin } from '#server/audit/audit.store.ts';
import type { Db } from '#server/db/connect.ts';
import { parseBody } from '#server/http/parsing.ts';
import { route } from '#server/http/routes.ts';
import { echoKey, once } from '#server/idempotency/idempotency.ts';

import { dealOperations } from './deal-operations.ts';
import { leadOperations } from './lead-operations.ts';
import { type Operation, type OperationCall, type Operations, runRecorded } from './operations.ts';
import type { OperatorDeps } from './operator-deps.ts';
import { partnerOperations } from './partner-operations.ts';
import { requestOperations } from './request-operations.ts';

/** Returns all operations. */
export function makeOperations(deps: OperatorDeps): Operations {
  return { ...leadOperations(deps), ...dealOperations, ...requestOperations, ...partnerOperations };
}

/** Registers an endpoint for each operation. */
export function operationRoutes(app: FastifyInstance, db: Db, operations: Operations): void {
  for (const name of operationNames)
    operationRoute(app, db, operator[name], { name, run: operations[name] });
}

type OperationEndpoint = Endpoint & {
  readonly auth: 'operator';
  readonly response: z.ZodMiniType;
};

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
      const response = await once(
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
