import { sql } from 'kysely';

import type { Outcome } from '#contract/portal/outcomes.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';
import type { ChangeSource } from '#server/db/record-tables.ts';
import { joinAll, queryRows } from '#server/db/statement.ts';
import type { RecordStatuses } from '#server/records/list/list-counts.store.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { type RecordTable, recordTables } from '#server/records/records.store.ts';
import { scopeConditions } from '#server/records/scope.store.ts';

/** An outcome, and who recorded it. */
interface RecordedOutcome {
  readonly outcome: Outcome;
  readonly note: string;
  readonly accountId: string;
  readonly via: ChangeSource;
}

/** A record with its owner. */
interface OwnedRecord {
  readonly id: string;
  readonly partner_id: string;
  readonly contact_id: string;
}

/** Writes an outcome to the history of a record, which the transaction has locked. */
export async function insertOutcome(
  tx: Db,
  table: RecordTable,
  { id, partner_id, contact_id }: OwnedRecord,
  { outcome, note, accountId, via }: RecordedOutcome,
): Promise<void> {
  await tx
    .insertInto('changes')
    .values({
      record_type: typesByList[table],
      record_id: id,
      partner_id,
      contact_id,
      kind: 'request',
      outcome,
      at: sql<Date>`write_time()`,
      by: accountId,
      via,
      current: JSON.stringify({ note }),
    })
    .execute();
}

/** Leaves a record out of what waits for its partner until the operator acts. */
export async function saveHandBack(
  tx: Db,
  { id, partner_id }: Pick<OwnedRecord, 'id' | 'partner_id'>,
  accountId: string,
): Promise<void> {
  const at = sql<Date>`now()`;
  await tx
    .insertInto('hand_backs')
    .values({ record_id: id, partner_id, account_id: accountId, at })
    .onConflict((conflict) =>
      conflict.columns(['record_id', 'partner_id']).doUpdateSet({ account_id: accountId, at }),
    )
    .execute();
}

/** A record that was handed back, and its stage. */
export interface HandBackRow extends RecordStatuses {
  readonly has_request: boolean;
  readonly id: string;
  readonly contact_id: string;
}

/** Returns the records within a scope that were handed back. */
export async function listHandBacks(db: Db, scope: Scope): Promise<HandBackRow[]> {
  return queryRows(db, (bind) => {
    const conditions = joinAll(scopeConditions('r', scope, bind));
    const parts = recordTables.map(
      (table) => `
        select '${table}' as table, r.id, r.contact_id, r.status, r.sub_status, r.has_request
        from hand_backs as h join ${table} as r on (r.id, r.partner_id) = (h.record_id, h.partner_id)
        where ${conditions}`,
    );
    return parts.join(' union all ');
  });
}
