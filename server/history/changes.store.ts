import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/**
 * Removes the values of a record from its history, except its statuses. Call it before the record
 * itself is emptied, in the same transaction, so that the erasure is recorded.
 */
export async function eraseHistory(tx: Db, recordId: string): Promise<void> {
  await allowErasure(tx, recordId);
  await sql`
    update changes set former = statuses_in(former), current = statuses_in(current)
    where record_id = ${recordId}`.execute(tx);
}

/** Removes the values of some fields of a record from its history, as {@link eraseHistory} does. */
export async function eraseFieldsInHistory(
  tx: Db,
  recordId: string,
  names: readonly string[],
): Promise<void> {
  await allowErasure(tx, recordId);
  await sql`
    update changes set former = former - ${names}::text[], current = current - ${names}::text[]
    where record_id = ${recordId} and (former || current) ?| ${names}::text[]`.execute(tx);
}

/** Allows the transaction to remove values from the history of a record, and from no other one. */
async function allowErasure(tx: Db, recordId: string): Promise<void> {
  await sql`select set_config('portal.erased_record', ${recordId}, true)`.execute(tx);
}

/** The last time that a lead was reassigned. */
export interface LastReassignment {
  readonly record_id: string;
  /** The contact before it. */
  readonly contact_before: string;
  /** An account, or a key of the operator. */
  readonly by: string;
}

/** Returns the last reassignment of each of some leads, as far as there is one. */
export async function lastReassignments(db: Db, ids: readonly string[]) {
  const { rows } = await sql<LastReassignment>`
    select distinct on (record_id) record_id, former ->> 'brokerRepId' as contact_before, by
    from changes where record_id = any(${ids}) and former ? 'brokerRepId'
    order by record_id, id desc`.execute(db);
  return rows;
}
