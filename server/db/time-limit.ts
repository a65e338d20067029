import { sql } from 'kysely';

import { ApiError } from '#server/errors/api-error.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';

import type { Db } from './connect.ts';
import { idleLimit, limitsMs, withStatementLimit } from './statement-limit.ts';

const maxSeconds = limitsMs.statement / 1000;

/** The transactions of reads that are running. */
const reads = new WeakSet<Db>();

/**
 * Runs a read with a timeout on each statement, enforced by the database. The embedded database
 * enforces none: it runs in this thread, where nothing can interrupt it, and is for one user. A
 * read within a read is part of it: the beginning and the end of each would be two round trips.
 * @throws ApiError 503 when a statement took longer
 */
export async function withinTime<Result>(
  db: Db,
  read: (tx: Db) => Promise<Result>,
  seconds = maxSeconds,
): Promise<Result> {
  if (reads.has(db)) return read(db);
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const run = async (connection: Db) => {
    // One statement, and nobody waits for the end of the transaction: a list is read in as many
    // round trips as it waits for.
    await sql
      .raw(`start transaction read only; ${idleLimit}; ${setLimit(seconds)}`)
      .execute(connection);
    reads.add(connection);
    try {
      resolve(await read(connection));
      await sql`commit`.execute(connection);
    } catch (error) {
      // If the connection is lost, there is nothing to roll back, and the first error says more.
      await sql`rollback`.execute(connection).catch(() => {});
      throw error;
    }
  };
  return orTookTooLong(seconds, async () => {
    void db.connection().execute(run).catch(reject);
    return promise;
  });
}

/** Runs a change in a transaction, as {@link withinTime} does a read. */
export async function changeWithinTime<Result>(
  db: Db,
  change: (tx: Db) => Promise<Result>,
  seconds = maxSeconds,
): Promise<Result> {
  return orTookTooLong(seconds, async () =>
    db.transaction().execute(async (tx) => {
      await sql.raw(setLimit(seconds)).execute(tx);
      return change(tx);
    }),
  );
}

const setLimit = (seconds: number) => `set local statement_timeout = ${seconds * 1000}`;

async function orTookTooLong<Result>(seconds: number, run: () => Promise<Result>): Promise<Result> {
  try {
    return await withStatementLimit(seconds * 1000, run);
  } catch (error) {
    throw isCancelled(error) ? tookTooLong : error;
  }
}

const tookTooLong = new ApiError(
  'query-too-slow',
  'This search takes too long. Use longer or more words, or fewer filters, or try again in a while.',
  { retryAfter: 30 },
);

function isCancelled(error: unknown): boolean {
  return systemErrorCode(error) === '57014';
}
