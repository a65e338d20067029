import type { operator } from '#contract/operator/endpoints.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import { readTime } from '#server/db/database-clock.ts';
import { requireFound } from '#server/errors/api-error.ts';
import { assertMatch } from '#server/http/preconditions.ts';
import {
  findRecord,
  lockRecord,
  recordCall,
  type RecordTable,
  type Rows,
} from '#server/records/records.store.ts';

import { timeOfCall } from './changes.rules.ts';
import type { Operation } from './operations.ts';

/** Returns the operation that records a call about a record. */
export function callOperation<
  Table extends RecordTable,
  Response extends { readonly fields: object },
>(
  table: Table,
  endpoint: typeof operator.recordLeadCall | typeof operator.recordDealCall,
  present: (row: Rows[Table]) => Response,
): Operation<Response['fields']> {
  return async (tx, { caller, id, ifMatch, bodyOf }) => {
    const record = requireFound(await lockRecord(tx, table, id), typesByList[table]);
    assertMatch(ifMatch, present(record));
    const at = timeOfCall(await readTime(tx), bodyOf(endpoint).at);
    await recordCall(tx, table, { id, keyId: caller.keyId }, at);
    return { id, response: present((await findRecord(tx, table, id)) ?? record).fields };
  };
}
