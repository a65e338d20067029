import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

import { deleteReads } from './changed.store.ts';

/** Returns when an account last marked everything as read; undefined if never. */
export async function findVisit(db: Db, accountId: string): Promise<Date | undefined> {
  const visit = await db
    .selectFrom('home_visits')
    .select('seen_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return visit?.seen_at;
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
