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
