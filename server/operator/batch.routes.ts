import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Endpoint } from '#contract/endpoint.ts';
import {
  type BatchOperation,
  type OperationResult,
  operator,
} from '#contract/operator/endpoints.ts';
import { getOrigin } from '#server/auth/origin.ts';
import type { Db } from '#server/db/connect.ts';
import { isId } from '#server/db/ids.ts';
import { ApiError, fieldError } from '#server/errors/api-error.ts';
import { toApiError, toErrorBody } from '#server/http/errors.ts';
import { yieldToEventLoop } from '#server/http/event-loop.ts';
import { parse } from '#server/http/parsing.ts';
import { route } from '#server/http/routes.ts';
import type { KeyedRequest } from '#server/idempotency/idempotency.store.ts';
import { doOnce, echoKey, hashContent, keyedRequest } from '#server/idempotency/idempotency.ts';

import { makeOperations } from './make-operations.ts';
import { type OperationCall, type OperatorDeps, runRecorded } from './operations.ts';
import { assertInScope } from './operator.policy.ts';

/** The most errors named of one operation: a thousand can fail. */
const maxErrors = 10;

/**
 * Registers the endpoint for many changes. Each is a transaction of its own, in order. With an
 * `Idempotency-Key` each is made at most once, so that a batch whose response was lost can be sent
 * again: it continues where it stopped.
 */
export function batchRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { db } = deps.database;
  const operations = makeOperations(deps);
  const endpoint = operator.runBatch;
  route(app, endpoint, async ({ caller, readBody, request, reply }) => {
    const keyed = keyedRequest({ endpoint, caller, request });
    const batch = readBody();
    const results: OperationResult[] = [];
    const failedIds = new Set<string>();
    const origin = getOrigin(caller, request);
    for await (const [at, one] of yieldToEventLoop(batch.operations.entries())) {
      const position = keyed && { batch: keyed, at };
      const isWaiting = one.id !== undefined && failedIds.has(one.id);
      const running = isWaiting
        ? Promise.reject(afterFailure)
        : run(one, { caller, origin }, position);
      const result = await runOperation(running, request);
      if (result.status >= 500 && one.id !== undefined) failedIds.add(one.id);
      results.push(result);
    }
    echoKey(request, reply);
    return { results };
  });

  async function run(one: BatchOperation, by: By, keyed: Position | undefined) {
    const key = keyed && keyOfOperation(one, keyed);
    const call = toCall(one, by);
    const work = async (tx: Db): Promise<OperationResult> => {
      await assertInScope(tx, by.caller, operator[one.operation], call.id);
      const { id, etag } = await runRecorded<object>(tx, call, {
        name: one.operation,
        run: operations[one.operation],
      });
      return { status: 200, id, ...(etag !== undefined && { etag }) };
    };
    return key ? doOnce(db, key, work) : db.transaction().execute(work);
  }
}

/**
 * The error of an operation on a record for which an earlier one failed on our side: that one is
 * done when the batch is sent again, and would undo this one.
 */
const afterFailure = new ApiError(
  'service-busy',
  'This was not done, because an earlier operation on the record failed on our side. Send the batch again.',
);

/** The sender of a batch. */
type By = Pick<OperationCall, 'caller' | 'origin'>;

/** The place of an operation in a batch with a key. */
interface Position {
  readonly batch: KeyedRequest;
  readonly at: number;
}

/** Returns the key of one operation of a batch: the batch’s, with the operation’s position. */
function keyOfOperation(one: BatchOperation, { batch, at }: Position): KeyedRequest {
  return { ...batch, key: `${batch.key} ${at}`, contentHash: hashContent(JSON.stringify(one)) };
}

/** Returns the result of an operation. */
async function runOperation(running: Promise<OperationResult>, request: FastifyRequest) {
  try {
    return await running;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const failure = toApiError(error, request);
    return { status: failure.status, error: toErrorBody(failure) };
  }
}

/**
 * Returns the call of an operation, as its own endpoint would have received it.
 * @throws ApiError 404 for a malformed id; 400 for an id where a record is created
 */
function toCall(one: BatchOperation, by: By): OperationCall {
  const { id = '', ifMatch, body } = one;
  const endpoint: Endpoint = operator[one.operation];
  const hasRecord = endpoint.path.includes(':id');
  if (hasRecord && !isId(id)) throw new ApiError('not-found', 'This record doesn’t exist.');
  if (!hasRecord && id !== '') throw fieldError('id', 'Leave this out: a record is created.');
  return { ...by, id, ifMatch, bodyOf: (of) => parse(of.body, body, maxErrors) };
}
