import { sql } from 'kysely';

import type { RetentionRule } from '#server/config/retention-config.ts';
import type { Db } from '#server/db/connect.ts';
import type { RecordTable } from '#server/records/records.store.ts';

import { customerFields } from './identifying-fields.ts';

/** A lead or deal that was in a final status for so long that it is erased. */
export interface DueRecord {
  readonly table: RecordTable;
  readonly id: string;
  readonly status: string;
  readonly since: Date;
  readonly due: Date;
}

/**
 * Returns the records that the rules erase until so many days from now, the longest due first; with
 * an id, that record alone. A change of status or sub-status, a request and a question restart the
 * time. Erased records are not due again. A lead that became a deal is erased with the deal.
 */
export async function listDue(
  db: Db,
  rules: readonly RetentionRule[],
  { days = 0, id = null }: { readonly days?: number; readonly id?: string | null } = {},
): Promise<DueRecord[]> {
  const ofRecord = sql`partner_id = records.partner_id and (record_id = records.id or record_id in (
        select id from leads as l where converted_deal_id = records.id and l.partner_id = records.partner_id))`;
  // What was asked later is read by people for as long again.
  const lastRequest = sql`greatest(
      (select max(updated_at) from requests as r where r.${ofRecord} and text || answer || reason <> ''),
      (select max(updated_at) from questions as q where q.${ofRecord} and text || answer <> ''))`;
  const hasData = sql`(fields <> '{}' or operator_fields <> '{}')`;
  const { rows } = await sql<DueRecord>`
    with rules as (select * from json_to_recordset(${JSON.stringify(rules)}::json) as rule(status text, months integer)),
      ended as (
        select 'leads' as "table", id, rules.status, months, greatest(status_since, sub_status_since, ${lastRequest}) as since
        from leads as records join rules on rules.status in (records.status, records.sub_status)
        where converted_deal_id is null and (${hasData} or ${lastRequest} is not null)
        union all
        select 'deals', id, rules.status, months, greatest(status_since, sub_status_since, ${lastRequest})
        from deals as records join rules using (status)
        where name <> '' or operator_fields ?| ${[...customerFields]}::text[] or ${lastRequest} is not null
          or exists (select from leads as l where converted_deal_id = records.id and l.partner_id = records.partner_id
            and ${hasData}))
    select * from (
      select distinct on (id) "table", id, status, since, since + make_interval(months => months) as due
      from ended where ${id}::text is null or id = ${id} order by id, due) as first
    where due <= now() + make_interval(days => ${days}) order by due, id`.execute(db);
  return rows;
}

/** Returns the ids of the attachments that erasing these records would remove. */
export async function listFilesDue(db: Db, due: readonly DueRecord[]): Promise<string[]> {
  const ids = due.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select attachments.id from attachments join leads on leads.id = lead_id
    where leads.id = any(${ids}::text[]) or converted_deal_id = any(${ids}::text[])
    order by attachments.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes the lock of erasing after retention until the transaction ends, unless another has it. */
export async function takeRetentionLock(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('retention')) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}

/** Returns the ids of the leads that became a deal. */
export async function listLeadsOfDeal(tx: Db, dealId: string): Promise<string[]> {
  const leads = tx.selectFrom('leads').select('id').where('converted_deal_id', '=', dealId);
  return (await leads.orderBy('id').execute()).map(({ id }) => id);
}
