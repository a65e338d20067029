import { sql } from 'kysely';

import type { Caller } from '#server/auth/caller.ts';
import type { Db } from '#server/db/connect.ts';

import { type RecordTable, recordTypes, type Rows } from './record-types.ts';
import { requireVisible } from './records.policy.ts';

/** Joins the partner and the contact of a record `r`. */
export const joinedOwners = `join contacts on contacts.id = r.contact_id
    join partners on partners.id = r.partner_id`;

/** Returns the `select` of the rows of a table, as `r` with {@link joinedOwners}. */
export function selectRows(table: RecordTable): string {
  return `select r.id, r.partner_id, partners.name as partner_name, r.contact_id,
    contacts.first_name as contact_first_name, contacts.last_name as contact_last_name, r.status,
    r.sub_status, r.status_since, r.sub_status_since, r.last_activity_at, r.last_call_at,
    r.calls_made, r.created_at, r.created_by, r.updated_at, r.updated_by, r.version,
    r.operator_fields, ${recordTypes[table].columns}`;
}

/** Returns a record by id, whoever owns it. */
export async function findRecord<Table extends RecordTable>(
  db: Db,
  table: Table,
  id: string,
): Promise<Rows[Table] | undefined> {
  const { rows } = await sql<Rows[Table]>`
    ${sql.raw(selectRows(table))}
    from ${sql.table(table)} as r
    ${sql.raw(joinedOwners)}
    where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns a record, locked until the transaction ends. */
export async function lockRecord<Table extends RecordTable>(
  tx: Db,
  table: Table,
  id: string,
): Promise<Rows[Table] | undefined> {
  await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(tx);
  return findRecord(tx, table, id);
}

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
  return requireVisible(caller, await findRecord(db, table, id), recordTypes[table].name);
}

/** Returns the columns that record a change by a key of the operator (decision 33). */
export function changedByOperator(keyId: string) {
  return {
    updated_by: keyId,
    updated_via: 'operator',
    version: sql<number>`version + 1`,
  } as const;
}

/** Stores a call about a record, recorded with a key of the operator. */
export async function recordCall(
  db: Db,
  table: RecordTable,
  id: string,
  { at, keyId }: { readonly at: Date; readonly keyId: string },
): Promise<void> {
  await db
    .updateTable(table)
    .set({
      calls_made: sql<number>`calls_made + 1`,
      last_call_at: sql<Date>`greatest(last_call_at, ${at})`,
      ...changedByOperator(keyId),
    })
    .where('id', '=', id)
    .execute();
}
