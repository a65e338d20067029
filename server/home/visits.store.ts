import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

import { deleteReads } from './unread.store.ts';

/** Returns when an account last marked everything as read; undefined if never. */
export async function findVisit(db: Db, accountId: string): Promise<Date | undefined> {
  const visit = await db
    .selectFrom('home_visits')
    .select('seen_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return visit?.seen_at;
}

/**
 * Returns a time before which every change is committed: what is read afterwards lacks no change
 * with a time up to this one. The time of a change is that of the beginning of its transaction,
 * which may commit later.
 *
 * A transaction that has written nothing for 10 s and doesn’t wait for a lock only reads, such as
 * a backup. The embedded database runs one transaction after the other.
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

/** Stores until when an account has read everything: never in the future, and never earlier. */
export async function saveVisit(db: Db, accountId: string, until: string): Promise<Date> {
  return db.transaction().execute(async (tx) => {
    const seenAt = await storeVisit(tx, accountId, until);
    await deleteReads(tx, accountId, seenAt);
    return seenAt;
  });
}

async function storeVisit(tx: Db, accountId: string, until: string): Promise<Date> {
  const { seen_at: seenAt } = await tx
    .insertInto('home_visits')
    .values({ account_id: accountId, seen_at: sql<Date>`least(${until}::timestamptz, now())` })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ seen_at: sql<Date>`greatest(home_visits.seen_at, excluded.seen_at)` }),
    )
    .returning('seen_at')
    .executeTakeFirstOrThrow();
  return seenAt;
}
