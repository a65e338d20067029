import { type Selectable, sql } from 'kysely';

import type { Notices } from '#contract/portal/notices.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/schema.ts';
import { systemErrorCode } from '#server/errors/system-error-code.ts';
import { findCommittedTime } from '#server/records/committed-time.store.ts';

/** A due notice and its recipient, who is the caller when its records are read. */
export type DueNotice = Selectable<Tables['notices']> &
  ContactCaller & {
    readonly email: string;
    /** The day in the person’s time zone: YYYY-MM-DD. */
    readonly today: string;
  };

/** Returns when an account gets emails about waiting records. */
export async function readNotices(db: Db, accountId: string): Promise<Notices> {
  const row = await db
    .selectFrom('notices')
    .select(['kind', 'time_zone as timeZone'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? { kind: 'off', timeZone: 'UTC' };
}

/**
 * Stores when an account gets emails about records that begin to wait from now on. Returns false if
 * PostgreSQL doesn’t know the time zone: it can lack some that browsers know, such as former names
 * of cities.
 */
export async function saveNotices(
  db: Db,
  accountId: string,
  { kind, timeZone, now }: Notices & { readonly now: Date },
): Promise<boolean> {
  const saved = {
    kind,
    time_zone: timeZone,
    notified_at: await findCommittedTime(db),
    due_at: findNext(kind, timeZone, now),
    tries: 0,
  };
  try {
    await db
      .insertInto('notices')
      .values({ account_id: accountId, ...saved })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(saved))
      .execute();
    return true;
  } catch (error) {
    if (systemErrorCode(error) === invalidParameter) return false;
    throw error;
  }
}
const invalidParameter = '22023';

/** Returns SQL for when the next notice is due: never, in 5 minutes, or at the next 8:00. */
function findNext(kind: Notices['kind'], zone: string, now: Date) {
  if (kind === 'off') return sql<Date>`'infinity'`;
  if (kind === 'at-once') return sql<Date>`${now}::timestamptz + interval '5 minutes'`;
  return sql<Date>`(date_trunc('day', (${now}::timestamptz at time zone ${zone}) - interval '8 hours')
    + interval '32 hours') at time zone ${zone}`;
}

/**
 * Takes a notice that is due. No other process takes it before it is tried again: after 2 minutes,
 * then after 4, 8 and so on. Nothing is due to a deactivated account.
 */
export async function takeNotice(db: Db, now: Date): Promise<DueNotice | undefined> {
  const { rows } = await sql<DueNotice>`
    update notices set tries = tries + 1,
      due_at = ${now}::timestamptz + interval '1 minute' * 2 ^ (tries + 1)
    from accounts where accounts.id = account_id and account_id = (
      select account_id from notices join accounts on accounts.id = account_id
      where due_at <= ${now} and disabled_at is null
      order by due_at limit 1 for update of notices skip locked
    )
    returning notices.*, (${now}::timestamptz at time zone time_zone)::date as today, email, account_id as "accountId", name, role, partner_id as "partnerId",
      contact_id as "contactId", null as "sessionId"`.execute(db);
  return rows[0];
}

/** Stores before which time the person is up to date, unless the setting was changed meanwhile. */
export async function completeNotice(
  db: Db,
  { account_id: id, kind, time_zone: zone, due_at: dueAt }: DueNotice,
  { notifiedAt, now }: { readonly notifiedAt: Date; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ notified_at: notifiedAt, due_at: findNext(kind, zone, now), tries: 0 })
    .where('account_id', '=', id)
    .where('due_at', '=', dueAt)
    .execute();
}
