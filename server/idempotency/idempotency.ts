import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Endpoint } from '#contract/endpoint.ts';
import { errorCodeOfStatus, receivedError } from '#contract/v1/errors.ts';
import type { Caller, OperatorCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { ApiError } from '#server/errors/api-error.ts';

import {
  storeResponse,
  KeyBusyError,
  type KeyedRequest,
  rollbackToSavepoint,
  setSavepoint,
  type StoredResponse,
  takeKey,
} from './idempotency.store.ts';

/** A request that may have an `Idempotency-Key`. */
export interface Keyed {
  readonly endpoint: Endpoint;
  readonly caller: Caller | OperatorCaller;
  readonly request: FastifyRequest;
  /** The content that makes two requests the same; by default the id in the path, and the body. */
  readonly content?: string;
  /**
   * Whether the work writes with a single statement, which needs no transaction without a key:
   * locks are held for less time.
   */
  readonly isSingleWrite?: boolean;
}

/**
 * Does the work in one transaction; with an `Idempotency-Key` at most once (design, section 3: safe
 * retry). The same key and content get the same response, rejections included; other content gets
 * 422. Responses with 5xx, 401 and 429, and of a quota, are not stored. The work must use `tx` for
 * all its queries.
 */
export async function withIdempotency<Result extends object>(
  db: Db,
  keyed: Keyed,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const request = keyedRequest(keyed);
  if (request) return doOnce(db, request, work);
  return keyed.isSingleWrite ? work(db) : db.transaction().execute(work);
}

/** Does the work of a request with a key at most once, in one transaction, as `withIdempotency`. */
export async function doOnce<Result extends object>(
  db: Db,
  request: KeyedRequest,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const outcome = await db
    .transaction()
    .execute((tx) => workOnce(tx, request, work))
    .catch((error: unknown) => {
      throw error instanceof KeyBusyError ? stillRunning : error;
    });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/**
 * Echoes a request’s `Idempotency-Key` in the response, so that the caller knows the key was
 * used.
 */
export function echoKey({ headers }: FastifyRequest, reply: FastifyReply): void {
  const key = headers['idempotency-key'];
  if (typeof key === 'string') reply.header('idempotency-key', key);
}

/** Another request with the same key has no response yet. */
export const stillRunning = new ApiError(
  'request-in-progress',
  'A request with this Idempotency-Key is still running. Try again in a moment.',
  { retryAfter: 2 },
);

/** The key was used for another request. */
export const otherContent = new ApiError(
  'idempotency-key-reused',
  'This Idempotency-Key was used with other content. Use a new key for a new request.',
);

async function workOnce<Result extends object>(
  tx: Db,
  request: KeyedRequest,
  work: (tx: Db) => Promise<Result>,
): Promise<Result | ApiError> {
  const earlier = await takeKey(tx, request);
  // The stored body is what `work` returned for the same operation and content.
  if (earlier) return replay(request, earlier) as Result | ApiError;
  await setSavepoint(tx);
  try {
    const response = await work(tx);
    await storeResponse(tx, request, 200, response);
    return response;
  } catch (error) {
    if (!isSaved(error)) throw error;
    await rollbackToSavepoint(tx);
    const { status, code, message, fields } = error;
    await storeResponse(tx, request, status, { error: message, code, fields });
    return error;
  }
}

function replay(request: KeyedRequest, earlier: StoredResponse): unknown {
  if (earlier.content_hash !== request.contentHash) return otherContent;
  if (earlier.status === 200) return earlier.body;
  const status = earlier.status ?? 500;
  const { error, code = errorCodeOfStatus(status), fields } = receivedError.parse(earlier.body);
  return new ApiError(code, error, { status, fields });
}

function isSaved(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code === 'quota-exceeded') return false;
  return error.status < 500 && error.status !== 401 && error.status !== 429;
}

/**
 * Returns the request that a key identifies; undefined without a key.
 * @throws ApiError 400 for an invalid key
 */
export function keyedRequest({
  endpoint,
  caller,
  request,
  content,
}: Keyed): KeyedRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7E]{1,255}$/.test(key))
    throw new ApiError(
      'invalid-idempotency-key',
      'An Idempotency-Key has 1 to 255 printable ASCII characters.',
    );
  return {
    callerId: 'accountId' in caller ? caller.accountId : caller.keyId,
    partnerId: ('accountId' in caller && caller.partnerId) || '',
    operation: endpoint.id,
    key,
    contentHash: hashContent(content ?? readContent(request)),
  };
}

/** Returns the raw body, after the id in the path: another record is another request. */
function readContent({ params, body }: FastifyRequest): string | Buffer {
  const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const { id } = params as Readonly<Record<string, string>>;
  return id === undefined ? raw : `${id} ${raw.toString('base64')}`;
}

/** Returns the hash by which the contents of two requests are compared. */
export function hashContent(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
