import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

import { byCommand } from '#server/audit/audit.store.ts';
import type { RetentionRule } from '#server/config/retention-config.ts';
import type { Db } from '#server/db/connect.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { backgroundWork, scheduleHourly } from '#server/jobs/scheduled-jobs.ts';
import { lockRecord, type RecordTable, recordTypes } from '#server/records/records.store.ts';

import { customerFields, eraseDealAlone, eraseLeadIn } from './erase-lead.ts';

/** A lead or deal that was in a final status for so long that it is erased. */
export interface DueRecord {
  readonly table: RecordTable;
  readonly id: string;
  readonly status: string;
  readonly since: Date;
  readonly due: Date;
}

/**
 * Returns what the rules erase until so many days from now, the longest due first; with an id, that
 * record alone. A change of status or sub-status, and a request, begin the time anew. What was
 * erased already is not due again. A lead that became a deal goes with the deal.
 */
export async function listDue(
  db: Db,
  rules: readonly RetentionRule[],
  { days = 0, id = null }: { readonly days?: number; readonly id?: string | null } = {},
): Promise<DueRecord[]> {
  // A request that was asked later is read by people for as long again.
  const asked = sql`(select max(updated_at) from requests as r where r.partner_id = records.partner_id
      and (record_id = records.id or record_id in (
        select id from leads as l where converted_deal_id = records.id and l.partner_id = records.partner_id))
      and text || answer || reason <> '')`;
  const hasData = sql`(fields <> '{}' or operator_fields <> '{}')`;
  const { rows } = await sql<DueRecord>`
    with rules as (select * from json_to_recordset(${JSON.stringify(rules)}::json) as rule(status text, months integer)),
      ended as (
        select 'leads' as "table", id, rules.status, months, greatest(status_since, sub_status_since, ${asked}) as since
        from leads as records join rules on rules.status in (records.status, records.sub_status)
        where converted_deal_id is null and (${hasData} or ${asked} is not null)
        union all
        select 'deals', id, rules.status, months, greatest(status_since, sub_status_since, ${asked})
        from deals as records join rules using (status)
        where name <> '' or operator_fields ?| ${[...customerFields]}::text[] or ${asked} is not null
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

/** What erasing after retention needs. */
interface RetentionDeps {
  readonly db: Db;
  readonly files: FileStore;
  readonly rules: readonly RetentionRule[];
  /** Whether to stop after the record that is being erased. */
  readonly isClosing?: () => boolean;
}

/**
 * Erases what is due, each record in a transaction of its own, and returns how many. Of several
 * processes the one that is at it continues, the others stop.
 * @throws AggregateError after the others, if records could not be erased
 */
export async function eraseDue(deps: RetentionDeps): Promise<number> {
  const { db, rules, isClosing = () => false } = deps;
  let erased = 0;
  const failed: string[] = [];
  const failures: unknown[] = [];
  for (const { table, id } of await listDue(db, rules)) {
    if (isClosing()) break;
    try {
      const count = await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ taken: boolean }>`
          select pg_try_advisory_xact_lock(hashtext('retention')) as taken`.execute(tx);
        return rows[0]?.taken ? eraseRecord(tx, deps, { table, id }) : undefined;
      });
      if (count === undefined) break;
      erased += count;
    } catch (error) {
      failed.push(`${recordTypes[table].name} ${id}`);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `Not erased: ${failed.join(', ')}.`);
  return erased;
}

/** Erases a record if it is still due, and returns how many were erased. */
async function eraseRecord(
  tx: Db,
  { files, rules }: RetentionDeps,
  { table, id }: Pick<DueRecord, 'table' | 'id'>,
): Promise<number> {
  const leadIds = table === 'leads' ? [id] : await listLeadsOfDeal(tx, id);
  // Leads first, as everybody locks the two.
  for (const leadId of leadIds) await lockRecord(tx, 'leads', leadId);
  if (table === 'deals') await lockRecord(tx, 'deals', id);
  // Its status may have changed since it was listed.
  const [due] = await listDue(tx, rules, { id });
  if (!due) return 0;
  const actor = { type: 'service', id: null } as const;
  const by = { ...byCommand, actor, details: { status: due.status } };
  // What else is about the person may be work of today: the same client has come back.
  for (const leadId of leadIds) await eraseLeadIn(tx, files, leadId, { ...by, isLeadAlone: true });
  if (leadIds.length === 0) await eraseDealAlone(tx, id, by);
  return 1;
}

async function listLeadsOfDeal(tx: Db, dealId: string): Promise<string[]> {
  const leads = tx.selectFrom('leads').select('id').where('converted_deal_id', '=', dealId);
  return (await leads.orderBy('id').execute()).map(({ id }) => id);
}

/** Erases what is due, every hour, without delaying the start of the service. */
export function scheduleRetention(app: FastifyInstance, deps: RetentionDeps): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const start = backgroundWork(app, 'not done: erase after retention');
  scheduleHourly(app, 'erase after retention', async () =>
    start(async () => void (await eraseDue({ ...deps, isClosing: () => isClosing }))),
  );
}
