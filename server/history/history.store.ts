import { sql } from 'kysely';

import type { HistoryEntry } from '#contract/portal/history.ts';
import type { RecordType } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';

/** An entry of a record’s history, with the name of the account or the operator’s key behind it. */
export type ChangeRow = Awaited<ReturnType<typeof listChanges>>[number];

/** The entries of a record to read. */
export interface HistoryRequest {
  readonly recordType: RecordType;
  readonly recordId: string;
  /** Only entries before the one with this id. */
  readonly before: number | null;
  readonly isStatusOnly: boolean;
  readonly limit: number;
}

/**
 * Returns entries of a record's history, newest first. `id` is the number of the entry in the
 * history of its record: it counts nothing of other partners. `bulk_change_leads`: how many leads
 * the bulk change has changed, or is back to; null once it is deleted.
 */
export async function listChanges(db: Db, request: HistoryRequest) {
  const { recordType, recordId } = request;
  const numbered = db
    .selectFrom('changes')
    .select(['id', sql<number>`row_number() over (order by id)`.as('number')])
    .where('record_type', '=', recordType)
    .where('record_id', '=', recordId);
  let query = db
    .selectFrom('changes')
    .innerJoin(numbered.as('numbered'), 'numbered.id', 'changes.id')
    .leftJoin('accounts', 'accounts.id', 'changes.by')
    .leftJoin('keys', (join) =>
      join.onRef('keys.id', '=', 'changes.by').on('keys.kind', '=', 'operator'),
    )
    .leftJoin('bulk_changes', (join) =>
      join.on(
        sql<boolean>`(bulk_changes.id, bulk_changes.partner_id) = (bulk_change_id, changes.partner_id)`,
      ),
    )
    .select(sql<HistoryEntry['kind']>`coalesce(changes.outcome, changes.kind)`.as('kind'))
    .select(['numbered.number as id', 'at', 'by', 'via', 'former', 'current'])
    .select(['former_status_since', 'former_sub_status_since', 'accounts.name as account_name'])
    .select(['accounts.role as account_role', 'accounts.partner_id as account_partner_id'])
    .select(['keys.name as key_name', 'bulk_change_id', 'is_undo'])
    .select(
      sql<number | null>`case when is_undo then bulk_changes.undone
      else bulk_changes.changed + bulk_changes.undone + bulk_changes.superseded end`.as(
        'bulk_change_leads',
      ),
    )
    .orderBy('changes.id', 'desc')
    .limit(request.limit);
  if (request.before !== null) query = query.where('number', '<', request.before);
  if (request.isStatusOnly) query = query.where('is_status', '=', true);
  return query.execute();
}

/** A contact's name. */
export type NamedContact = Awaited<ReturnType<typeof findContacts>>[number];

/** Returns the contacts with these ids. */
export async function findContacts(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('contacts')
    .select(['id', 'partner_id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute();
}

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
export async function eraseFieldsInHistory(tx: Db, recordId: string, names: readonly string[]) {
  await allowErasure(tx, recordId);
  await sql`
    update changes set former = former - ${names}::text[], current = current - ${names}::text[]
    where record_id = ${recordId} and (former || current) ?| ${names}::text[]`.execute(tx);
}

/** Allows the transaction to remove values from the history of a record, and from no other one. */
async function allowErasure(tx: Db, recordId: string): Promise<void> {
  await sql`select set_config('portal.erased_record', ${recordId}, true)`.execute(tx);
}
