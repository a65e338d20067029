import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';

import type { Endpoint } from '#contract/endpoint.ts';
import { type OperationName, operationNames, operator } from '#contract/operator/endpoints.ts';
import { getOrigin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { parseBody } from '#server/http/parsing.ts';
import { route } from '#server/http/routes.ts';
import { echoKey, withIdempotency } from '#server/idempotency/idempotency.ts';

import { makeOperations } from './make-operations.ts';
import {
  type Operation,
  type OperationCall,
  type OperatorDeps,
  runRecorded,
} from './operations.ts';

/** Registers the operator’s endpoints for one change each. */
export function operationRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const operations = makeOperations(deps);
  for (const name of operationNames)
    operationRoute(app, deps.database.db, operator[name], { name, run: operations[name] });
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
