import { sql } from 'kysely';

import type { BusinessFields } from '#contract/business-currency.ts';
import { stageLimits } from '#contract/portal/stage-times.ts';
import { typesByList } from '#contract/v1/record-types.ts';
import type { Db } from '#server/db/connect.ts';
import { queryRows } from '#server/db/statement.ts';
import { type RecordTable, recordTables } from '#server/records/records.store.ts';

/** A lead or deal as the home page shows it, with the names of its partner and contact. */
export interface HomeRow {
  readonly table: RecordTable;
  readonly id: string;
  readonly name: string;
  readonly amount: string | null;
  /** Those of a lead; nothing of a deal. */
  readonly fields: BusinessFields & { readonly phone?: string; readonly email?: string };
  readonly status: string;
  readonly sub_status: string;
  readonly status_since: Date;
  readonly sub_status_since: Date;
  readonly partner_id: string;
  readonly partner_name: string;
  readonly contact_name: string;
}

/** Returns the records with these ids. */
export async function findRows(
  db: Db,
  table: RecordTable,
  ids: readonly string[],
): Promise<HomeRow[]> {
  if (ids.length === 0) return [];
  return queryRows(
    db,

    (bind) => `${selectRow(table)} from ${table} as r ${joinOwners} where r.id = any(${bind(ids)})`,
  );
}

const joinOwners =
  'join contacts on contacts.id = r.contact_id join partners on partners.id = r.partner_id';

/** The name, the amount and the fields of a record `r`, of each table. */
const shownColumns: Readonly<Record<RecordTable, string>> = {
  leads: `coalesce(nullif(concat_ws(' ', r.fields ->> 'firstName', r.fields ->> 'lastName'), ''),
    r.fields ->> 'companyName', '') as name, r.amount_requested as amount, r.fields`,
  deals: `r.name, r.amount, '{}'::jsonb as fields`,
};

function selectRow(table: RecordTable): string {
  return `select '${table}' as table, r.id, ${shownColumns[table]}, r.status, r.sub_status, r.status_since, r.sub_status_since,
    r.partner_id, partners.name as partner_name, concat_ws(' ', contacts.first_name, contacts.last_name) as contact_name`;
}

/** Returns the names of contacts or partners by id. */
export async function findNames(db: Db, table: 'contacts' | 'partners', ids: readonly string[]) {
  const name = table === 'partners' ? 'name' : `concat_ws(' ', first_name, last_name)`;
  const rows = await queryRows<{ id: string; name: string }>(
    db,
    (bind) => `select id, ${name} as name from ${table} where id = any(${bind(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** A status of a partner’s leads or deals. */
export interface Stage {
  readonly table: RecordTable;
  readonly partner_id: string;
  readonly status: string;
}

/** How long a partner’s records usually stay in a status, in milliseconds. */
export interface StageTimeRow extends Stage {
  readonly median: number;
  readonly percentile90: number;
}

/** The type of the records of each table, as the cases of an SQL expression. */
const typeCases = recordTables
  .map((table) => `when '${table}' then '${typesByList[table]}'`)
  .join(' ');

/**
 * Returns the usual time in each stage, from the latest stays that have ended. Stages that too few
 * records have left are not included.
 */
export async function listStageTimes(db: Db, stages: readonly Stage[]): Promise<StageTimeRow[]> {
  if (stages.length === 0) return [];
  const { minStays, maxStays } = stageLimits;
  return queryRows(db, (bind) => {
    const column = (name: keyof Stage) => `${bind(stages.map((stage) => stage[name]))}::text[]`;
    return `
      select distinct stage.*, times.percentiles[1] as median, times.percentiles[2] as percentile90
      from unnest(${column('table')}, ${column('partner_id')}, ${column('status')})
        as stage("table", partner_id, status)
      cross join lateral (
        select count(*) as total,
          percentile_cont(array[0.5, 0.9]) within group (order by stayed) as percentiles
        from (
          select (extract(epoch from at - former_status_since) * 1000)::float8 as stayed
          from changes
          where partner_id = stage.partner_id
            and record_type = case stage."table" ${typeCases} end
            and former ->> 'status' = stage.status and former_status_since is not null
          order by at desc, id desc limit ${maxStays}
        ) as stays
      ) as times
      where times.total >= ${minStays}`;
  });
}

/**
 * Returns the snapshot that the database would read now. Two equal ones see the same, whichever
 * process wrote.
 */
export async function readSnapshot(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(
    db,
  );
  return rows[0]?.now ?? '';
}
