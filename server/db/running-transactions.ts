import { sql } from 'kysely';

import type { Db } from './connect.ts';

/**
 * Returns a time before which every change is committed: what is read afterwards lacks no change
 * with a time up to this one. The time of a change is that of the beginning of its transaction,
 * which may commit later.
 *
 * A transaction that has written nothing for 10 s and doesn’t wait for a lock only reads, such as a
 * backup. The embedded database runs one transaction after the other.
 */
export async function findCommittedTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(min(xact_start), now())::timestamptz(3) - interval '1 millisecond' as at
    from pg_stat_activity
    where datname = current_database()
      and (backend_xid is not null or wait_event_type = 'Lock' or xact_start > now() - interval '10 seconds')`.execute(
    db,
  );
  return rows[0]?.at ?? new Date(0);
}
