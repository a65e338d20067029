import { sql } from 'kysely';

import { ApiError } from '#server/errors/api-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

import type { Db } from './connect.ts';

/**
 * Seconds. By then the person has given up, and a statement that still runs would keep others
 * waiting.
 */
const longest = 10;

/**
 * Runs a read with a timeout on each statement, enforced by the database. The embedded database
 * enforces none: it has one user.
 * @throws ApiError 503 when a statement took longer
 */
export async function withinTime<Result>(
  db: Db,
  read: (tx: Db) => Promise<Result>,
  seconds = longest,
): Promise<Result> {
  return runWithin(db.transaction().setAccessMode('read only'), read, seconds);
}

/** Runs a change in a transaction, as {@link withinTime} does a read. */
export async function changeWithinTime<Result>(
  db: Db,
  change: (tx: Db) => Promise<Result>,
  seconds = longest,
): Promise<Result> {
  return runWithin(db.transaction(), change, seconds);
}

async function runWithin<Result>(
  transaction: ReturnType<Db['transaction']>,
  run: (tx: Db) => Promise<Result>,
  seconds: number,
): Promise<Result> {
  try {
    return await transaction.execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(seconds * 1000)}`.execute(tx);
      return run(tx);
    });
  } catch (error) {
    throw isCancelled(error) ? tookTooLong : error;
  }
}

const tookTooLong = new ApiError(
  503,
  'query-too-slow',
  'This search takes too long. Use longer or more words, or fewer filters, or try again in a while.',
  { headers: { 'retry-after': '30' } },
);

function isCancelled(error: unknown): boolean {
  return systemErrorCode(error) === '57014';
}
