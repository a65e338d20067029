import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';
import { getStatementLimitMs } from '#server/db/statement-limit.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

/** The request that a key identifies. */
export interface KeyedRequest {
  /** An account, or a key of the operator. */
  readonly callerId: string;
  /** Of the account; empty: a key of the operator, or support. */
  readonly partnerId: string;
  readonly operation: string;
  readonly key: string;
  /** SHA-256 of the request’s content. */
  readonly contentHash: string;
}

/** A response stored under a key. */
export interface StoredResponse {
  readonly content_hash: string;
  readonly status: number | null;
  readonly body: unknown;
}

/** Another request with the same key was still running when the wait timed out. */
export class KeyBusyError extends Error {}

/** How long a response is stored for requests with the same key, in hours. */
export const storedHours = 24;
const storedFor = sql.lit(`${storedHours} hours`);
/** Less than a statement may take, which is 5 s by default; 0 is no limit. */
const getMaxWaitMs = () => {
  const limitMs = getStatementLimitMs();
  return limitMs === Infinity ? 0 : limitMs * 0.8;
};

/**
 * Takes a key for the rest of the transaction. A second request with the same key waits in the
 * database until the first transaction ends.
 * @returns The response of an earlier request; undefined when the key was free (or a day old) and
 * now belongs to this transaction.
 * @throws KeyBusyError after four fifths of the time that a statement may take: 4 s
 */
export async function takeKey(tx: Db, request: KeyedRequest): Promise<StoredResponse | undefined> {
  const { callerId, partnerId, operation, key, contentHash } = request;
  await sql`set local lock_timeout = ${sql.lit(getMaxWaitMs())}`.execute(tx);
  const taken = await sql`
    insert into idempotency_keys as held (caller_id, partner_id, operation, key, content_hash)
    values (${callerId}, ${partnerId}, ${operation}, ${key}, ${contentHash})
    on conflict (caller_id, operation, key, partner_id) do update
    set content_hash = excluded.content_hash, created_at = now(), status = null, body = null
    where held.created_at < now() - ${storedFor}::interval
    returning key`
    .execute(tx)
    .catch((error: unknown) => {
      throw systemErrorCode(error) === lockTimeout ? new KeyBusyError() : error;
    });
  await sql`set local lock_timeout to default`.execute(tx);
  if (taken.rows.length > 0) return undefined;
  return tx
    .selectFrom('idempotency_keys')
    .select(['content_hash', 'status', 'body'])
    .where(hasKey(request))
    .executeTakeFirstOrThrow();
}

/** Stores the response under the key that this transaction has taken. */
export async function storeResponse(tx: Db, request: KeyedRequest, status: number, body: object) {
  const response = { status, body: JSON.stringify(body) };
  await tx.updateTable('idempotency_keys').set(response).where(hasKey(request)).execute();
}

/** Marks the place in the transaction that {@link rollbackToSavepoint} returns to. */
export async function setSavepoint(tx: Db): Promise<void> {
  await sql`savepoint before_work`.execute(tx);
}

/** Undoes what the transaction has done since {@link setSavepoint}; it still has its key. */
export async function rollbackToSavepoint(tx: Db): Promise<void> {
  await sql`rollback to savepoint before_work`.execute(tx);
}

/** Deletes the stored responses that are older than 24 hours. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - ${storedFor}::interval`.execute(
    db,
  );
}

const reported = new Set(['partnerLeadReferenceId', 'fileName']);

/**
 * Blanks what stored responses say about a lead and its files. A retry still gets a response, with
 * the ids of what the first try made.
 */
export async function blankResponsesAbout(tx: Db, leadId: string): Promise<void> {
  const isAbout = sql<boolean>`${leadId} in (body ->> 'id', body #>> '{fields,entityId}', body #>> '{0,fields,entityId}')`;
  const rows = await tx.selectFrom('idempotency_keys').selectAll().where(isAbout).execute();
  for (const { content_hash: contentHash, body, status, ...key } of rows) {
    const { caller_id: callerId, partner_id: partnerId } = key;
    const blank: object = JSON.parse(JSON.stringify(body), (name, value: unknown) =>
      reported.has(name) ? '' : value,
    );
    await storeResponse(tx, { callerId, partnerId, contentHash, ...key }, status ?? 200, blank);
  }
}

function hasKey({ callerId, partnerId, operation, key }: KeyedRequest) {
  return sql<boolean>`(caller_id, operation, key, partner_id) = (${callerId}, ${operation}, ${key}, ${partnerId})`;
}

/** PostgreSQL’s code of a lock that another transaction has for too long. */
const lockTimeout = '55P03';
