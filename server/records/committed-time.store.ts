import { sql } from 'kysely';

import { daysAgo } from '#contract/v1/list-parameters.ts';
import type { Db } from '#server/db/connect.ts';

/**
 * Returns a time before which every change is committed: what a later statement does not see has a
 * later time or the same (`write_time`, server/db/schema/records.sql). To be called outside the
 * transaction that reads, and so before its snapshot.
 *
 * The embedded database runs one transaction after the other.
 */
export async function findCommittedTime(db: Db): Promise<Date> {
  // The time of the statement is taken before the sessions are read; clock_timestamp() would be
  // taken after them. A transaction without an id has not written. This is what pg_stat_activity
  // reads, without the names that it joins.
  const { rows } = await sql<{ at: Date }>`
    select least(statement_timestamp(), min(xact_start))::timestamptz(3) as at
    from pg_stat_get_activity(null)
    where backend_xid is not null
      and datid = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.at ?? new Date(0);
}

/**
 * Returns the time at which a list of changes since a time ends, so that nothing can be committed
 * behind its end (docs/decisions/history-and-feed.md); null for other lists. People choose a number
 * of days: their lists have everything at once.
 */
export async function findListEnd(
  db: Db,
  { updatedSince = '', updatedBefore = '' }: { updatedSince?: string; updatedBefore?: string },
): Promise<string | null> {
  if (updatedSince === '' || [updatedSince, updatedBefore].some((text) => daysAgo(text)))
    return null;
  const committed = (await findCommittedTime(db)).toISOString();
  return updatedBefore !== '' && updatedBefore < committed ? updatedBefore : committed;
}
