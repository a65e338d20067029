import { sql } from 'kysely';

import type { Db } from '#server/db/connect.ts';

/**
 * Removes the values of a record from its history, except its statuses, and records the erasure.
 * Call it before the record itself is emptied, in the same transaction.
 */
export async function eraseHistory(tx: Db, recordId: string): Promise<void> {
  await sql`select set_config('portal.erased_record', ${recordId}, true)`.execute(tx);
  await sql`
    update changes set former = statuses_in(former), current = statuses_in(current)
    where record_id = ${recordId}`.execute(tx);
}
