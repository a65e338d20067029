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
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`set local statement_timeout = ${sql.lit(seconds * 1000)}`.execute(tx);
        return read(tx);
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
