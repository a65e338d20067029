import { typesByList } from '#contract/v1/record-types.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';

import { requireVisible } from './records.policy.ts';
import { findRecord, type RecordTable, type Rows } from './records.store.ts';

/**
 * Returns a record by id, if it exists and the caller may see it.
 * @throws ApiError 404 or 403
 */
export async function findVisible<Table extends RecordTable>(
  db: Db,
  caller: Caller,
  table: Table,
  id: string,
): Promise<Rows[Table]> {
  return requireVisible(caller, await findRecord(db, table, id), typesByList[table]);
}
