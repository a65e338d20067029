import type { Db } from '#server/db/connect.ts';
import type { RecordTable } from '#server/records/record-types.ts';
import type { Scope } from '#server/records/records.policy.ts';
import { scopeConditions } from '#server/records/search/search-condition.ts';
import { type Bind, queryRows, statement } from '#server/records/statement.ts';

/** A lead or deal as the home page shows it, with the names of its partner and contact. */
export interface HomeRow {
  readonly table: RecordTable;
  readonly id: string;
  readonly name: string;
  readonly company: string;
  readonly amount: string | null;
  readonly status: string;
  readonly sub_status: string;
  readonly status_since: Date;
  readonly sub_status_since: Date;
  readonly partner_id: string;
  readonly partner_name: string;
  readonly contact_name: string;
}

/** A record that waits, and since when. */
export interface WaitingRow extends HomeRow {
  readonly since: Date;
}

/** A status and sub-status in which records wait, and the time since which they do. */
export interface WaitingStage {
  readonly status: string;
  readonly sub_status: string;
  readonly since: 'status_since' | 'sub_status_since';
}

/** Whose records that wait to list, in which of their stages. */
export interface WaitingRequest {
  readonly scope: Scope;
  readonly stages: readonly WaitingStage[];
  readonly limit: number;
}

/** Returns the records within a scope that wait in these stages, those that wait longest first. */
export async function listLongestWaiting(
  db: Db,
  table: RecordTable,
  request: WaitingRequest,
): Promise<WaitingRow[]> {
  if (request.stages.length === 0) return [];
  // Finds the ids in the indexes, then reads only these records.
  return queryRows(
    db,
    statement(
      (bind) => `
      ${selectRow(table)}, since
      from (${writeLongest(table, request, bind)} order by since, id limit ${request.limit}) as longest
      join ${table} as r using (id) ${joinOwners} order by since, r.id`,
    ),
  );
}

/**
 * Selects the records that have waited longest in each stage. They are the first entries of an
 * index for that stage, however many others there are, or how long these have been in theirs.
 */
function writeLongest(
  table: RecordTable,
  { scope, stages, limit }: WaitingRequest,
  bind: Bind,
): string {
  const bySince = Map.groupBy(stages, ({ since }) => since);
  const parts = [...bySince].map(([since, group]) => {
    const column = (name: 'status' | 'sub_status') =>
      `${bind(group.map((stage) => stage[name]))}::text[]`;
    const conditions = [
      ...scopeConditions('r', scope, bind),
      'r.status = stage.status',
      'r.sub_status = stage.sub_status',
    ];
    return `
      select first.id, first.since
      from unnest(${column('status')}, ${column('sub_status')}) as stage(status, sub_status)
      cross join lateral (
        select r.id, r.${since} as since from ${table} as r where ${conditions.join(' and ')}
        order by r.${since}, r.id limit ${limit}
      ) as first`;
  });
  return parts.join(' union all ');
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
    statement(
      (bind) =>
        `${selectRow(table)} from ${table} as r ${joinOwners} where r.id = any(${bind(ids)})`,
    ),
  );
}

const joinOwners =
  'join contacts on contacts.id = r.contact_id join partners on partners.id = r.partner_id';

function selectRow(table: RecordTable): string {
  const own =
    table === 'deals'
      ? `r.name, '' as company, r.amount`
      : `coalesce(nullif(concat_ws(' ', r.fields ->> 'firstName', r.fields ->> 'lastName'), ''),
          r.fields ->> 'companyName', '') as name,
        coalesce(r.fields ->> 'companyName', '') as company, r.amount_requested as amount`;
  return `select '${table}' as table, r.id, ${own}, r.status, r.sub_status, r.status_since, r.sub_status_since,
    r.partner_id, partners.name as partner_name, concat_ws(' ', contacts.first_name, contacts.last_name) as contact_name`;
}

/** A bulk upload that is not finished. */
export interface OpenUploadRow {
  readonly id: string;
  readonly file_name: string;
  readonly created_at: Date;
  readonly read: number;
  readonly submitted: number;
}

/** Returns the partner’s bulk uploads that are not finished, the latest first. */
export async function listOpenUploads(
  db: Db,
  partnerId: string,
  limit: number,
): Promise<OpenUploadRow[]> {
  return db
    .selectFrom('bulk_uploads')
    .select(['id', 'file_name', 'created_at', 'read', 'submitted'])
    .where('partner_id', '=', partnerId)
    .where('state', 'in', ['checking', 'submitting', 'paused'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the names of contacts or partners by id. */
export async function findNames(
  db: Db,
  table: 'contacts' | 'partners',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const name = table === 'partners' ? 'name' : `concat_ws(' ', first_name, last_name)`;
  const rows = await queryRows<{ id: string; name: string }>(
    db,
    statement((bind) => `select id, ${name} as name from ${table} where id = any(${bind(ids)})`),
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
