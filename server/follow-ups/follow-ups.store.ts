import { waitingStates } from '#contract/portal/requests.ts';
import type { ContactCaller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { joinAll, queryRows } from '#server/db/statement.ts';
import type { RecordStatuses } from '#server/records/list/list-counts.store.ts';
import { toScope } from '#server/records/records.policy.ts';
import { recordTables } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';

/** A record with a follow-up day, and its stage. Days are YYYY-MM-DD. */
export interface FollowUpRow extends RecordStatuses {
  readonly has_request: boolean;
  readonly id: string;
  readonly contact_id: string;
  readonly day: string;
  /** Whether the record is left out of what waits until then. */
  readonly is_held: boolean;
  /** The day, or that on which a request is due, if that is earlier. */
  readonly due: string;
}

const states = waitingStates.map((state) => `'${state}'`).join(', ');

/** Returns the records that the caller follows up, the first day first. */
export async function listFollowUps(db: Db, caller: ContactCaller): Promise<FollowUpRow[]> {
  return queryRows(db, (bind) => {
    const conditions = joinAll([
      `f.account_id = ${bind(caller.accountId)}`,
      ...scopeConditions('r', toScope(caller), bind),
    ]);
    const parts = recordTables.map(
      (table) => `
        select '${table}' as table, r.id, r.contact_id, r.status, r.sub_status, r.has_request, f.day, f.is_held,
          least(f.day, (select min(q.due_on) from requests as q
            where (q.record_id, q.partner_id) = (r.id, r.partner_id) and q.state in (${states}))) as due
        from follow_ups as f join ${table} as r on (r.id, r.partner_id) = (f.record_id, f.partner_id)
        where ${conditions}`,
    );
    return `select * from ((${parts.join(') union all (')})) as followed order by day, id`;
  });
}

/** Returns which of these records an account follows up, and when. */
export async function findFollowUpDays(
  db: Db,
  ids: readonly string[],
  accountId: string,
): Promise<Pick<FollowUpRow, 'id' | 'day'>[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('follow_ups')
    .select(['record_id as id', 'day'])
    .where('record_id', 'in', ids)
    .where('account_id', '=', accountId)
    .execute();
}

/** A record with its owner. */
interface FollowedRecord {
  readonly id: string;
  readonly partner_id: string;
}

/** Returns the day on which an account follows up a record; null if there is none. */
export async function findFollowUpDay(
  db: Db,
  { id, partner_id }: FollowedRecord,
  accountId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('follow_ups')
    .select('day')
    .where('record_id', '=', id)
    .where('partner_id', '=', partner_id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Stores the day on which an account follows up a record, in place of any other. */
export async function saveFollowUp(
  db: Db,
  { id, partner_id }: FollowedRecord,
  { accountId, day }: { readonly accountId: string; readonly day: string },
): Promise<void> {
  await db
    .insertInto('follow_ups')
    .values({ record_id: id, partner_id, account_id: accountId, day })
    .onConflict((conflict) =>
      conflict
        .columns(['record_id', 'account_id', 'partner_id'])
        .doUpdateSet({ day, is_held: true }),
    )
    .execute();
}

/** Deletes the day on which an account follows up a record. */
export async function deleteFollowUp(
  db: Db,
  { id, partner_id }: FollowedRecord,
  accountId: string,
): Promise<void> {
  await db
    .deleteFrom('follow_ups')
    .where('record_id', '=', id)
    .where('partner_id', '=', partner_id)
    .where('account_id', '=', accountId)
    .execute();
}

/** Returns when a record was handed back; null if the operator has acted since, or it never was. */
export async function findHandBack(
  db: Db,
  { id, partner_id }: FollowedRecord,
): Promise<Date | null> {
  const row = await db
    .selectFrom('hand_backs')
    .select('at')
    .where('record_id', '=', id)
    .where('partner_id', '=', partner_id)
    .executeTakeFirst();
  return row?.at ?? null;
}
